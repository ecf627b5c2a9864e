import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { BarChart } from '#ui/bar-chart.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CheckboxList } from '#ui/checkbox-list.tsx'
import { CardIcon } from '#ui/account-icons.tsx'
import { CashbackIcon } from '#ui/icons.tsx'
import { ListRow } from '#ui/list-row.tsx'
import { RadioList } from '#ui/radio-list.tsx'
import { Section } from '#ui/section.tsx'
import { type SnackbarItem, SnackbarList } from '#ui/snackbar-list.tsx'
import { StatusChip } from '#ui/status-chip.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { Toggle } from '#ui/toggle.tsx'

const plans = [
  { value: 'one', title: '1 месяц', hint: '199 ₽ в месяц', price: '199 ₽' },
  {
    value: 'six',
    title: '6 месяцев',
    hint: 'Выгода 295 рублей',
    price: '899 ₽',
    priceHint: '149,8 ₽ в месяц',
    badge: 'хит',
  },
  {
    value: 'year',
    title: '12 месяцев',
    hint: 'Выгода 789 рублей',
    price: '1 599 ₽',
    priceHint: '133,3 ₽ в месяц',
    badge: 'выгодно',
  },
  { value: 'points', title: '12 месяцев за баллы', price: '15 990 баллов', disabledReason: 'Не хватает 3 480 баллов' },
] as const

type Plan = (typeof plans)[number]['value']

function Plans(): ReactNode {
  const [plan, setPlan] = useState<Plan>('six')
  return <RadioList label="Срок подписки" items={plans} value={plan} onChange={setPlan} />
}

function TextFields(): ReactNode {
  const [value, setValue] = useState('ВЫГОДА6')
  return (
    <div className="grid gap-5">
      <TextField label="Промокод" hint="Буквы и цифры" clearLabel="Очистить" value={value} onChange={setValue} />
      <TextField label="Номер телефона" error="Введите номер телефона" value={value} onChange={setValue} />
    </div>
  )
}

const reasons = ['Дорого', 'Редко хожу в эти магазины', 'Не разобрался, что даёт Пакет'].map((title) => ({
  value: title,
  title,
}))

function Survey(): ReactNode {
  const [values, setValues] = useState(['Дорого'])
  const [comment, setComment] = useState('')
  return (
    <div className="grid gap-5">
      <CheckboxList label="Почему уходите" items={reasons} values={values} onChange={setValues} />
      <TextArea label="Комментарий" limit={150} value={comment} onChange={setComment} />
    </div>
  )
}

const bars = [950, 0, 1830, 2400].map((value, place) => ({
  key: String(place),
  label: ['авг', 'сен', 'окт', 'ноя'][place] ?? '',
  value,
  text: String(value),
}))

function Choices(): ReactNode {
  const [points, setPoints] = useState(true)
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card>
        <Plans />
      </Card>
      <Card>
        <Toggle label="Оплатить баллами" hint="На счёте 12 510 баллов" checked={points} onChange={setPoints} />
        <Toggle label="Автопродление" checked={false} onChange={setPoints} />
        <Toggle label="Семейная подписка" checked={false} disabled onChange={setPoints} />
        <ListRow icon={<CardIcon />} title="МИР •••• 4417" hint="Основная карта, до 08/29" href="#main" />
        <ListRow
          icon={<CashbackIcon />}
          title="История начислений"
          end={<StatusChip tone="green">Активен</StatusChip>}
        />
      </Card>
      <Card>
        <TextFields />
      </Card>
      <Card>
        <Survey />
      </Card>
      <Card>
        <BarChart label="Столбцы: баллы с августа по ноябрь" bars={bars} />
      </Card>
    </div>
  )
}

const news: readonly SnackbarItem[] = [
  { id: '1', text: 'Промокод скопирован', tone: 'success' },
  { id: '2', text: 'Не получилось обновить данные, проверьте соединение с интернетом', tone: 'error' },
]

export function GalleryControls(): ReactNode {
  return (
    <Section title="Выбор">
      <Choices />
    </Section>
  )
}

export function GalleryNews(): ReactNode {
  const [shown, setShown] = useState<readonly SnackbarItem[]>([])
  return (
    <Section title="Внизу экрана">
      <Button size="s" variant="secondary" onClick={() => setShown(news)}>
        Уведомления
      </Button>
      {/* As in the app: outside of the page, which a modal makes inert. */}
      {createPortal(
        <SnackbarList
          items={shown}
          label="Уведомления"
          dismissLabel="Скрыть"
          onDismiss={(id) => setShown(shown.filter((item) => item.id !== id))}
        />,
        document.body,
      )}
    </Section>
  )
}
