// Generated from openapi/ by `npm run generate`. Not edited by hand.

/**
 * What a client may have to do about a failure. A closed list.
 *
 * - `error`: Something went wrong; nothing was done. Offers support.
 * - `error-with-code`: Something went wrong, with the code for support ('Код ошибки {code}').
 * - `try-again`: It did not work this time; trying again may. Nothing was done.
 * - `try-later`: It is not possible now; try later.
 * - `check-connection`: No answer came; check the connection and try again.
 * - `order-in-doubt`: No readable answer came to an order; it may exist. Look at the subscription before ordering again; never repeat by itself.
 * - `already-connecting`: The bundle is being connected already; wait for the SMS ('Пакет уже подключается, дождитесь СМС').
 * - `partner-subscription`: A partner's subscription exists; it cannot be bought beside it.
 * - `one-more-period`: One more period cannot be bought ('Вы не можете купить ещё один период').
 * - `employee`: An employee already has the best terms.
 * - `contact-support`: Only support can help; offers to write to it.
 * - `reload-or-sign-out`: The account could not be read; offers to reload or to sign out.
 * - `points-unverified`: Nothing is shown. The balance could not be read; points stay offered and the server decides.
 * - `authorize-again`: The session is over; sign in again ('Произошла ошибка. Пожалуйста, авторизуйтесь повторно'). Shown once, however many calls fail.
 * - `sign-out`: The user is signed out, and notified.
 * - `ignore`: Nothing is shown and nothing is done.
 * - `roll-back`: Nothing is shown. What was shown as done is taken back, and the state is read again.
 * - `retry-in-place`: The block could not be loaded ('Не удалось загрузить' / 'Попробуйте снова или зайдите позже'); offers to retry in its place, the rest of the page stays.
 * - `retry-or-support`: It did not work ('Что-то пошло не так' / 'Попробуйте ещё раз или обратитесь в службу поддержки'); offers to retry.
 * - `to-account`: Nothing is shown; the page cannot be shown either, the account is opened instead.
 * - `points-not-charged`: The points could not be charged ('Не удалось списать баллы'); offers to retry.
 * - `option-not-found`: The option was not found ('Опция не найдена' / 'Убедитесь, что опция подключена, и попробуйте ещё раз'); leads back to the options.
 * - `error-try-later`: Something went wrong; try later ('Произошла ошибка' / 'Попробуйте позже').
 * - `renewal-unavailable`: Only support can turn autopayment on ('Продление недоступно'); offers to write to it.
 * - `cancellation-unavailable`: Only support can turn autopayment off ('Отмена подписки недоступна'); offers to write to it.
 * - `not-saved`: It was not saved ('Произошла ошибка'), as a passing notice; the form stays open.
 * - `removal-limit-reached`: No more family members can be removed.
 * - `activation-unavailable`: The subscription could not be activated ('Оформление сервиса недоступно'), with the code; offers support.
 * - `link-expired`: The link is older than 20 minutes («Прошло много времени»); offers to write to support.
 * - `link-used`: The link was used before («Ссылка на активацию уже использована»).
 * - `activation-blocked`: The last attempt was less than 20 minutes ago («Активировать Пакет сейчас невозможно»); counts down, then offers to retry.
 * - `activation-failed`: The session’s phone number could not be activated («Не удалось активировать»); offers to sign in with another one.
 * - `other-phone`: The link belongs to another phone number («Переход с другого номера телефона»); offers to sign in with it.
 * - `already-subscribed`: The user already has the subscription («У вас уже подключен сервис Пакет»).
 * - `receipt-problem`: Something is wrong with the receipt; offers to write to support.
 * - `card-not-added`: The card could not be added or changed («Не удалось добавить/изменить карту»); offers to retry.
 * - `binding-unavailable`: Adding a card is not possible now.
 * - `binding-refused`: Adding a card is not possible now; shows the code for support.
 * - `time-is-over`: The time of the offer is over; offers to repeat the purchase.
 * - `balance-unknown`: The server knows no balance of this user. Nothing is shown; the points toggle is off and disabled.
 * - `member-not-added`: The member could not be added; offers to repeat the same request.
 * - `in-another-option`: The member is in another option already; leads back to the filled form.
 * - `limit-reached`: The option has no free place.
 * - `option-connecting`: The option is being connected already.
 * - `trial-unavailable`: The user may not take part («Вы не можете участвовать в акции»); offers the full price. For the litres action the partner’s page is opened instead.
 * - `promocode-expired`: The promocode is no longer valid («Промокод уже не работает. Ошибка: {code}»). Shown beside the field; offers to buy without it.
 * - `conditions-not-met`: The conditions of the promocode are not met. Shown beside the field; offers to buy without it.
 * - `promocode-unknown`: There is no such promocode («Такого промокода нет. Возможно в нём ошибка: проверьте язык и регистр.»). Shown beside the field; offers to buy without it.
 * - `still-activating`: The subscription is still being activated («Подписка ещё активируется» / «Позже вы сможете воспользоваться промокодом»).
 */
export type Outcome = 'error' | 'error-with-code' | 'try-again' | 'try-later' | 'check-connection' | 'order-in-doubt' | 'already-connecting' | 'partner-subscription' | 'one-more-period' | 'employee' | 'contact-support' | 'reload-or-sign-out' | 'points-unverified' | 'authorize-again' | 'sign-out' | 'ignore' | 'roll-back' | 'retry-in-place' | 'retry-or-support' | 'to-account' | 'points-not-charged' | 'option-not-found' | 'error-try-later' | 'renewal-unavailable' | 'cancellation-unavailable' | 'not-saved' | 'removal-limit-reached' | 'activation-unavailable' | 'link-expired' | 'link-used' | 'activation-blocked' | 'activation-failed' | 'other-phone' | 'already-subscribed' | 'receipt-problem' | 'card-not-added' | 'binding-unavailable' | 'binding-refused' | 'time-is-over' | 'balance-unknown' | 'member-not-added' | 'in-another-option' | 'limit-reached' | 'option-connecting' | 'trial-unavailable' | 'promocode-expired' | 'conditions-not-met' | 'promocode-unknown' | 'still-activating';
