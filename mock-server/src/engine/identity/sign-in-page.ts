import { escapeHtml, type Page } from '#engine/http/page.ts'
import type { ScenarioRules } from '#engine/scenarios/rules.ts'
import type { Scenario } from '#engine/state/scenario.ts'

export interface SignIn {
  scenarios: readonly Scenario[]
  rules: ScenarioRules
  brand: string
  /** The login that the app suggests (`login_hint`). */
  hint: string
}

/** The sign-in page: type any login, or choose a test user with one click. */
export function signInPage({ scenarios, rules, brand, hint }: SignIn): Page {
  const lists = Object.entries(rules.groups).map(([group, { ru: title }]) => {
    const users = scenarios.filter((scenario) => scenario.group === group && group !== rules.hiddenGroup)
    return users.length === 0
      ? ''
      : `<section><h2>${escapeHtml(title)}</h2><ul class="users">${users.map(userButton).join('')}</ul></section>`
  })
  return {
    title: `Вход — ${brand}`,
    script: '/__mock/panel/engine/filter.js',
    content: `<div class="brand">${escapeHtml(brand)}</div>
    <h1>Вход для тестирования</h1>
    <p class="soft">Выберите тестового пользователя или введите любой логин: незнакомый станет новым подписчиком. Пароль не нужен.</p>
    <form method="post" class="row">
      <label for="login">Логин</label>
      <input id="login" name="login" required maxlength="64" pattern="${LOGIN_FIELD}" title="Латинские буквы, цифры и знаки . _ @ + -, но не . и .."
        autocomplete="username" autocapitalize="none" spellcheck="false" autofocus value="${escapeHtml(hint)}">
      <button>Войти</button>
    </form>
    <form method="post" data-filtered-by="login">${lists.join('')}
      <p class="soft empty" hidden>Среди тестовых пользователей такого нет. Можно войти с этим логином.</p>
    </form>`,
  }
}

/** A login for the browser; with the spaces that a phone's keyboard adds, which the mock removes. */
const LOGIN_FIELD = String.raw`\s*(?!\.{1,2}\s*$)[\w.@+\-]+\s*`

const userButton = ({ name, title, description }: Scenario) =>
  `<li><button name="login" value="${escapeHtml(name)}" lang="en">
    <strong>${escapeHtml(title)}</strong> <code>${escapeHtml(name)}</code> <span>${escapeHtml(description)}</span></button></li>`
