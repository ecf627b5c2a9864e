import { array, asyncProperty, infiniteStream, integer, nat, oneof, record, stringMatching, uuid } from 'fast-check'
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { grouped } from '#drift/report/finding.ts'
import { formats, written } from '#drift/report/formats.ts'
import { withHistory } from '#drift/report/history.ts'
import type { Report } from '#drift/report/report.ts'
import { applySuppressions, readBaseline, readIgnoreFile } from '#drift/report/suppressions.ts'
import type { Traffic } from '#drift/traffic/traffic.ts'
import { readContract } from '../../contract/contract.ts'
import { drift, folderOfFile, newTraffic } from '../support.ts'
import { holds } from '#support/property.ts'

const { calls } = await readContract()
const RUNS = 300

const hex = stringMatching(/^[0-9a-f]{10}$/)
/** Strings that occur nowhere else. */
const texts = oneof(
  hex.map((text) => `zq${text}`),
  integer({ min: 79_000_000_000, max: 79_999_999_999 }).map(String),
  integer({ min: 1_000_000, max: 9_999_999 }).map(String),
  hex.map((text) => `anna.${text}@mail.example`),
  hex.map((text) => `eyJhbGciOi.${text}.s-${text}`),
  stringMatching(/^[А-Я][а-я]{9}$/),
  uuid(),
  hex.map((text) => `<script>${text}</script>"'|\n::error::${text}`),
)
const numbers = integer({ min: 1_000_000, max: 79_999_999_999 })
const canaries = record({
  list: array(texts, { minLength: 24, maxLength: 24 }),
  numbers: array(numbers, { minLength: 6, maxLength: 6 }),
})

type Json = unknown
/** Puts canaries into a body: as values, as field names and as additional fields. */
function planted(body: Json, take: () => string, number: () => number, pick: () => number): Json {
  const walk = (value: Json): Json => {
    switch (pick() % 7) {
      case 0:
        return take()
      case 1:
        return number()
      case 2:
        return { [take()]: take(), [take()]: { [take()]: number() } }
      case 3:
        return [take(), number()]
    }
    if (Array.isArray(value)) return [...value.map(walk), ...(pick() % 2 ? [take()] : [])]
    if (typeof value !== 'object' || value === null) return value
    const fields = Object.entries(value).map(([name, part]) => [name, pick() % 3 === 0 ? walk(part) : part] as const)
    return Object.fromEntries([...fields, ...(pick() % 2 ? [[take(), take()] as const] : [])])
  }
  return walk(body)
}
function report(traffic: Traffic): Report {
  const { found, facts, sections, data } = traffic
  return {
    check: 'traffic',
    about: 'a recording against the contract',
    findings: grouped(found),
    suppressed: [],
    facts,
    sections,
    data,
    failOn: 'note',
  }
}

const folder = folderOfFile()
/** Returns what a report leaves for the next run: the ignore file, the history, and the report after everything is accepted. */
async function storedOf(whole: Report): Promise<string[]> {
  const [ignored, history] = ['ignore.yaml', 'history.ndjson'].map((name) => join(folder.path, name)) as [
    string,
    string,
  ]
  const baseline = await folder.file(written(whole, 'json'), 'baseline.json')
  await Promise.all([ignored, history].map((file) => rm(file, { force: true })))
  const { code } = await drift(
    ['accept', baseline, '--ignore', ignored, '--reason', 'x', '--until', '2999-01-31', '--owner', 'accounts'],
    {},
  )
  expect(code).toBe(0)
  const dated = await withHistory(history, whole.findings, '2026-11-20')
  const entries = existsSync(ignored) ? await readIgnoreFile(ignored) : []
  const accepted = { ignored: entries, baseline: await readBaseline(baseline) }
  const applied = applySuppressions('traffic', dated, accepted, '2026-11-20')
  expect(applied.findings).toEqual([])
  const settled = { ...whole, ...applied, sections: [] }
  return [
    ...(await Promise.all([ignored, history].map((file) => readFile(file, 'utf8').catch(() => '')))),
    ...formats.map((format) => written(settled, format)),
  ]
}

describe('a report of traffic', { timeout: 1_800_000 }, () => {
  it(`contains no value of an exchange, in any format, from any place (${RUNS} exchanges)`, async () => {
    let findings = 0
    await holds(
      asyncProperty(canaries, nat(), infiniteStream(nat(1000)), async ({ list, numbers: given }, which, picks) => {
        let [texted, numbered] = [0, 0]
        const take = () => list[texted++ % list.length]!
        const number = () => given[numbered++ % given.length]!
        const pick = () => picks.next().value as number
        const call = calls[which % calls.length]!
        const answer = call.answers[pick() % call.answers.length]!
        const body =
          pick() % 6 === 0
            ? { code: pick() % 2 ? number() : take(), message: take() }
            : planted(answer.value, take, number, pick)
        const request = planted(call.requests[0]!.value, take, number, pick)
        const path = pick() % 5 === 0 ? `/bff/api/${encodeURIComponent(take())}/v1/${take()}` : `/bff/api${call.path}`
        const url = `https://${take()}:${take()}@${take()}.internal${path}?${encodeURIComponent(take())}=${take()}&token=${take()}#${take()}`
        const headers = [
          { name: 'Authorization', value: `Bearer ${take()}` },
          { name: 'Idempotency-Key', value: take() },
          { name: take(), value: take() },
        ]
        const method = pick() % 12 === 0 ? take().toUpperCase() : 'POST'
        const time = pick() % 3 === 0 ? `2026-11-20T${take()}` : `2026-11-20T10:00:00.${number()}Z`
        const status = pick() % 10 === 0 ? 200 + (pick() % 350) : answer.status
        const text = pick() % 9 === 0 ? take() : JSON.stringify(body)
        const traffic = await newTraffic()
        const har = {
          startedDateTime: time,
          comment: take(),
          request: {
            method,
            url,
            httpVersion: take(),
            headers,
            cookies: [{ name: take(), value: take() }],
            postData: { mimeType: take(), text: JSON.stringify(request) },
          },
          response: {
            status,
            statusText: take(),
            headers,
            content: { mimeType: pick() % 2 ? `text/${take()}` : 'application/json', text },
            redirectURL: take(),
          },
        }
        const line = {
          method,
          url,
          status,
          requestHeaders: { [take()]: take() },
          requestBody: request,
          responseBody: body,
          time,
          user: take(),
        }
        traffic.add(har, 'a.har', 1)
        traffic.add(line, 'a.har', 2)
        const whole = report(traffic)
        findings += whole.findings.length
        const all = [
          ...formats.map((format) => written(whole, format, { allNotes: true })),
          JSON.stringify(traffic.state),
          ...(await storedOf(whole)),
        ].join('\n')
        for (const canary of [...list, ...given.map(String)])
          if (
            all.includes(canary) ||
            all.includes(JSON.stringify(canary).slice(1, -1)) ||
            all.includes(encodeURIComponent(canary))
          )
            throw new Error(
              `${canary} is in the report: ${all.slice(Math.max(0, all.indexOf(canary) - 200), all.indexOf(canary) + 100)}`,
            )
      }),
      RUNS,
    )
    expect(findings).toBeGreaterThan(RUNS)
  })
  it('replaces numbers of a request, small ones too', async () => {
    const traffic = await newTraffic()
    const [call] = calls
    traffic.add(
      {
        method: 'POST',
        url: `/bff/api${call!.path}`,
        status: 200,
        requestBody: { optionId: 4821, cvv: 731 },
        responseBody: { code: 9999 },
      },
      'a',
      1,
    )
    expect(JSON.stringify(traffic.found)).not.toMatch(/4821|731/)
  })
})
