// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { replaceTexts } from '../../../e2e/translator.ts'
import { Button } from '#web/ui/button.tsx'
import { ChipList } from '#web/ui/chip-list.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { CheckIcon } from '#web/ui/icons.tsx'
import { Price } from '#web/ui/price.tsx'
import { RadioList } from '#web/ui/radio-list.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { TabLabel } from '#web/ui/tab-bar.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

afterEach(cleanup)
const ignore = () => undefined

test.each<[string, (text: string) => ReactNode]>([
  ['button', (text) => <Button icon={<CheckIcon />}>{text}</Button>],
  ['chip', (text) => <ChipList label="" items={[{ value: 'a', label: text }]} chosen={[]} onChange={ignore} />],
  ['disclosure', (text) => <Disclosure title={text}>-</Disclosure>],
  ['price', (text) => <Price amount="-" before={{ amount: text, label: text }} />],
  [
    'radio button',
    (text) => <RadioList label="" items={[{ value: 'a', title: text, price: text }]} value="a" onChange={ignore} />,
  ],
  ['status chip', (text) => <StatusChip tone="green">{text}</StatusChip>],
  ['tab', (text) => <TabLabel icon={<CheckIcon />} title={text} mark={text} />],
  ['counter', (text) => <TextArea label="" value={text} limit={text.length * 10} onChange={ignore} />],
])('a translated %s shows a text that has changed, and no old one', (_, draw) => {
  const fresh = render(draw('after a while')).container.textContent
  cleanup()
  const { container, rerender } = render(draw('before'))
  replaceTexts()
  rerender(draw('after a while'))
  expect(container.textContent).toBe(fresh)
})
