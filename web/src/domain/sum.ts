import { pointsInWords, rubles } from './money.ts'

/** A sum as a button shows it: a price in kopecks, written in rubles or in points. */
export interface Sum {
  kopecks: number
  in: 'rubles' | 'points'
}

export const inRubles = (kopecks: number): Sum => ({ kopecks, in: 'rubles' })

/** 19900 kopecks give 199 ₽ or 1 990 баллов. */
export const sumText = ({ kopecks, in: unit }: Sum): string =>
  unit === 'points' ? pointsInWords(kopecks) : rubles(kopecks)

export const isSameSum = (one: Sum, other: Sum): boolean => one.kopecks === other.kopecks && one.in === other.in
