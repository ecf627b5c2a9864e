import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

type Colours = Readonly<Record<string, string>>
const styles = join(import.meta.dirname, '../../../web/src/styles')
const read = (file: string) => readFileSync(join(styles, file), 'utf8')

const coloursIn = (css: string): Colours =>
  Object.fromEntries(
    [...css.matchAll(/--color-([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name ?? '', value ?? '']),
  )
/** Returns the colours that a rule sets inside a media query of `themes.css`. */
function coloursOf(media: string, selector: string): Colours {
  const query = read('themes.css')
    .split('@media ')
    .find((part) => part.startsWith(`${media} {`))
  const rule = query?.split('\n  }').find((part) => new RegExp(`^\\s*\\${selector}(,\\s*\\.themed)? {`, 'm').test(part))
  if (!rule) throw new Error(`themes.css has no ${selector} for ${media}`)
  return coloursIn(rule)
}
function contrast(colours: Colours, text: string, ground: string): number {
  const light = (name: string) => {
    const channels = colours[name]?.match(/[0-9a-f]{2}/g)?.map((hex) => Number.parseInt(hex, 16) / 255)
    if (!channels) throw new Error(`no colour ${name}`)
    const [red = 0, green = 0, blue = 0] = channels.map((c) =>
      c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [brighter = 0, darker = 0] = [light(text), light(ground)].toSorted((a, b) => b - a)
  return (brighter + 0.05) / (darker + 0.05)
}

const plain = coloursIn(read('tokens.css'))
const dark = { ...plain, ...coloursOf('(prefers-color-scheme: dark)', ':root') }
const more = coloursOf('(prefers-contrast: more)', ':root')
const moreDark = coloursOf('(prefers-contrast: more) and (prefers-color-scheme: dark)', ':root')
const themes = {
  light: plain,
  dark,
  'light with more contrast': { ...plain, ...more },
  'dark with more contrast': { ...dark, ...more, ...moreDark },
}

const grounds = ['paper', 'grey', 'panel', 'sunken', 'mint']
const texts = ['ink', 'soft', 'brand', 'orange', 'red']
/** A text colour and its background. */
const pairs = [
  ...texts.flatMap((text) => grounds.map((ground) => [text, ground] as const)),
  ['orange', 'orange-soft'],
  ['red', 'red-soft'],
  ['brand', 'mint-hover'],
  ['brand-hover', 'mint-hover'],
  ['paper', 'brand'],
  ['paper', 'brand-hover'],
  ['paper', 'red'],
  ['paper', 'red-hover'],
  ['brand-deep', 'leaf'],
] as const

test.each(Object.entries(themes))('%s: every text has the contrast of WCAG AA on what it is on', (name, colours) => {
  const required = name.includes('more') ? 5.5 : 4.5
  const low = pairs
    .map(([text, ground]) => ({ text, ground, contrast: contrast(colours, text, ground) }))
    .filter((pair) => pair.contrast < (texts.includes(pair.text) ? required : 4.5))
  expect(low).toEqual([])
})
test.each(Object.entries(themes))('%s: the edges of controls stand out from what is around them', (_name, colours) => {
  const edges = ['paper', 'grey', 'mint'].map((ground) => contrast(colours, 'edge', ground))
  expect(Math.min(...edges)).toBeGreaterThanOrEqual(3)
})
test('the deep green has the colours of the light theme on it in the dark one', () => {
  const onDeep = coloursOf('(prefers-color-scheme: dark)', '.on-dark')
  expect(onDeep).toEqual(Object.fromEntries(Object.keys(onDeep).map((name) => [name, plain[name]])))
  const changed = Object.keys(coloursOf('(prefers-color-scheme: dark)', ':root'))
  expect(Object.keys(onDeep).toSorted()).toEqual(changed.toSorted())
})
test('a grey card is lighter than the white page that it is on in the dark theme', () => {
  expect(contrast(dark, 'ink', 'panel')).toBeLessThan(contrast(dark, 'ink', 'paper'))
})
