import { expect, test } from 'vitest'
import { keepShortWords } from '../../../web/build/short-words.ts'

/** Shows non-breaking spaces as underscores. */
const joined = (text: string) => keepShortWords(text).replaceAll('\u00a0', '_')

test.each([
  ['баллы с каждой покупки', 'баллы с_каждой покупки'],
  ['по 5 в каждом магазине', 'по_5 в_каждом магазине'],
  ['это 1 рубль, 30 минут', 'это 1_рубль, 30_минут'],
  ['по 3 доставки, до 12 категорий', 'по_3 доставки, до_12 категорий'],
  ['h-4 w-full lg:w-2/5 flex', 'h-4 w-full lg:w-2/5 flex'],
  ['Не у всех: и в «Ленте»', 'Не_у_всех: и_в_«Ленте»'],
  ['`до ${day}`', '`до_${day}`'],
  ['или на дом', 'или на_дом'],
  ['дело, сено и\n  дом', 'дело, сено и\n  дом'],
  ['const a = on in to', 'const a = on in to'],
])('%j reads %j', (text, expected) => expect(joined(text)).toBe(expected))
