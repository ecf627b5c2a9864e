import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parse } from 'yaml'
import { root } from './contract.ts'

/** An entry of the catalogue, with the fields that tests use. */
export interface Named {
  name: string
  kind?: string
  bundle?: string
  durationDays?: number
  priceKopecks?: number
  discountPercent?: number
}

/** `catalogue.yaml` as parsed. */
export const loadCatalogue = async () =>
  parse(await readFile(resolve(root, 'openapi/catalogue.yaml'), 'utf8')) as {
    bundles: Named[]
    counterOffers: Named[]
  }
