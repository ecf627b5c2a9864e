import type { Page } from '@playwright/test'
import { withRule } from './styles.ts'

/** The smallest supported phone, and a desktop window, in CSS pixels. */
export const PHONE = { width: 320, height: 640 }
export const DESK = { width: 1280, height: 800 }
/** The narrowest window with the layout of a desktop. */
export const TABLET = { width: 768, height: 1024 }
/** The viewport of a window of 1280 × 1024 px at 400 % zoom. */
export const ZOOMED = { width: 320, height: 256 }

/**
 * Returns the layout problems of the page, or of the topmost modal, in the current window: horizontal scrolling,
 * clipped or overlapping texts, texts outside of their card, broken words, centred lines that are not balanced, targets smaller than 44 px.
 * Empty when there are none.
 */
export async function layoutProblems(page: Page): Promise<string[]> {
  await page.evaluate(untilDrawn)
  return page.evaluate(problemsOfLayout)
}

const SPACED = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`

async function problemsUnder(page: Page, rule: string, name: string): Promise<string[]> {
  const problems = await withRule(page, rule, () => layoutProblems(page))
  // A word that is longer than its line may break then.
  return problems.filter((problem) => !problem.startsWith('breaks')).map((problem) => `${name}: ${problem}`)
}

/** The same with the text spacing of WCAG 1.4.12. */
export const spacedLayoutProblems = (page: Page): Promise<string[]> => problemsUnder(page, SPACED, 'spaced text')

/** The same with text at 200 % (WCAG 1.4.4). */
export const enlargedLayoutProblems = (page: Page): Promise<string[]> =>
  problemsUnder(page, ':root { font-size: 200% !important }', 'text of 200 %')

/** Runs in the page. Waits until the fonts are loaded and a change of the viewport is rendered. */
async function untilDrawn(): Promise<void> {
  await document.fonts.ready
  const frame = () => new Promise((painted) => requestAnimationFrame(painted))
  await frame()
  await frame()
}

/** Runs in the page, so it must not refer to anything outside. */
function problemsOfLayout(): string[] {
  const TARGET = 44
  const SLACK = 1
  const problems: string[] = []
  const dialogs = [...document.querySelectorAll('[role=dialog]')]
  const scope = dialogs.at(-1) ?? document.body
  const width = document.documentElement.clientWidth

  const nameOf = (element: Element) => {
    const text = (element.getAttribute('aria-label') ?? element.textContent).trim().replaceAll(/\s+/g, ' ').slice(0, 40)
    return `${element.tagName.toLowerCase()} «${text}»`
  }
  /** Caches the result per element: each text in an element asks for it again. */
  const once = <Answer>(ask: (element: Element) => Answer) => {
    const known = new Map<Element, Answer>()
    return (element: Element): Answer => {
      if (!known.has(element)) known.set(element, ask(element))
      return known.get(element) as Answer
    }
  }
  const isSeen = once((element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }),
  )
  /** Whether an element is visually hidden, or is a skip link above the window until it is focused. */
  const isForScreenReaders: (element: Element) => boolean = once((element) => {
    const box = element.getBoundingClientRect()
    if ((box.width <= 1 && box.height <= 1) || box.bottom + window.scrollY <= 0) return true
    return element.parentElement !== null && isForScreenReaders(element.parentElement)
  })
  interface Frame {
    left: number
    right: number
    top: number
    bottom: number
  }
  const within = (one: Frame, other: Frame): Frame => {
    const [left, top] = [Math.max(one.left, other.left), Math.max(one.top, other.top)]
    const right = Math.max(left, Math.min(one.right, other.right))
    return { left, top, right, bottom: Math.max(top, Math.min(one.bottom, other.bottom)) }
  }
  /** Returns the visible area of an element: the intersection of its own and its ancestors' clipping boxes. */
  const frameOf: (element: Element) => Frame = once((element) => {
    const parent = element.parentElement
    if (!parent) return { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity }
    const { overflowX, overflowY } = getComputedStyle(element)
    const clips = overflowX !== 'visible' || overflowY !== 'visible'
    return clips ? within(frameOf(parent), element.getBoundingClientRect()) : frameOf(parent)
  })
  const scrollsSideways: (element: Element) => boolean = once((element) => {
    if (element === document.body) return false
    if (/auto|scroll/.test(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth)
      return true
    return element.parentElement !== null && scrollsSideways(element.parentElement)
  })

  /** Whether an element, or an ancestor below `scope`, is fixed or sticky: then it may cover other texts. */
  const floats: (element: Element) => boolean = once((element) => {
    if (element === scope) return false
    if (/fixed|sticky/.test(getComputedStyle(element).position)) return true
    return element.parentElement !== null && floats(element.parentElement)
  })
  /** The nearest ancestor with a background, or the element itself: a card, a chip, a button. */
  const paintedOf: (element: Element) => Element | null = once((element) => {
    if (!/, 0\)$|^transparent$/.test(getComputedStyle(element).backgroundColor)) return element
    return element.parentElement && paintedOf(element.parentElement)
  })

  if (document.documentElement.scrollWidth > width)
    problems.push(`scrolls sideways: ${document.documentElement.scrollWidth} px in ${width}`)

  const texts: { element: Element; box: Frame }[] = []
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!element || !node.textContent?.trim() || !isSeen(element) || isForScreenReaders(element)) continue
    // An inactive slide of a story is inert.
    if (element.closest('[inert]')) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const boxes = range.getClientRects()
    for (const box of boxes) {
      const seen = within(box, frameOf(element))
      const [seenWidth, seenHeight] = [seen.right - seen.left, seen.bottom - seen.top]
      if (seenWidth > 0 && (seen.right > width + SLACK || seen.left < -SLACK))
        problems.push(`reaches out of the window: ${nameOf(element)}`)
      // Vertically clipped text can be scrolled to; horizontally only in a container that scrolls sideways.
      const isShortened = getComputedStyle(element).textOverflow === 'ellipsis'
      if (box.width - seenWidth > SLACK && seenHeight > 0 && !isShortened && !scrollsSideways(element))
        problems.push(`is cut off: ${nameOf(element)}`)
      if (seenWidth > SLACK && seenHeight > SLACK) texts.push({ element, box: seen })
    }
    const painted = paintedOf(element)
    const below = painted?.parentElement && paintedOf(painted.parentElement)
    if (painted && below && !floats(painted) && !scrollsSideways(painted)) {
      const [box, card] = [painted.getBoundingClientRect(), below.getBoundingClientRect()]
      if (box.right > card.right + SLACK || box.left < card.left - SLACK)
        problems.push(`reaches out of its card: ${nameOf(element)}`)
    }
    if (boxes.length === 1) continue
    const { textAlign, textWrapStyle } = getComputedStyle(element)
    const words = node.textContent.trim().split(/\s+/)
    if (textAlign === 'center' && textWrapStyle !== 'balance' && words.length > 3)
      problems.push(`has centred lines that are not balanced: ${nameOf(element)}`)
    for (const { 0: word, index } of node.textContent.matchAll(/\p{L}+/gu)) {
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const lines = new Set(Array.from(range.getClientRects(), ({ top }) => top))
      if (lines.size > 1) problems.push(`breaks the word «${word}» of ${nameOf(element)}`)
    }
  }
  for (const element of scope.querySelectorAll('*')) {
    const style = getComputedStyle(element)
    // `line-clamp` shortens a text intentionally, with an ellipsis.
    const isShortened = style.webkitLineClamp !== 'none'
    const hides =
      !isShortened && /hidden|clip/.test(style.overflowY) && element.scrollHeight > element.clientHeight + SLACK
    if (hides && element.textContent?.trim() && isSeen(element) && !isForScreenReaders(element))
      problems.push(`hides ${element.scrollHeight - element.clientHeight} px of ${nameOf(element)}`)
  }
  /** The vertical overlap in pixels that adjacent lines may have: line boxes are higher than their letters. */
  const LINE_SLACK = 6
  texts.sort((one, other) => one.box.top - other.box.top)
  texts.forEach((one, place) => {
    for (let next = place + 1; next < texts.length; next++) {
      const other = texts[next] as (typeof texts)[number]
      // Sorted by `top`, so the following ones start even lower.
      if (one.box.bottom - other.box.top <= LINE_SLACK) break
      if (one.element === other.element) continue
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
      if (across > SLACK + 1 && down > LINE_SLACK && floats(one.element) === floats(other.element))
        problems.push(`${nameOf(one.element)} overlaps ${nameOf(other.element)}`)
    }
  })

  const pressable = 'a[href], button, input, select, textarea, summary, [role=switch], [role=radio], [role=checkbox]'
  for (const target of scope.querySelectorAll(pressable)) {
    if (!isSeen(target) || isForScreenReaders(target) || target.matches(':disabled, [inert] *')) continue
    const style = getComputedStyle(target)
    if (target.tagName === 'A' && style.display === 'inline') continue
    const box = target.getBoundingClientRect()
    const isReached = (x: number, y: number) => {
      const hit = document.elementFromPoint(x, y)
      const label = hit?.closest('label')
      return hit !== null && (target.contains(hit) || label?.control === target)
    }
    if (box.width >= TARGET - SLACK / 2 && box.height >= TARGET - SLACK / 2) continue
    target.scrollIntoView({ block: 'center' })
    const now = target.getBoundingClientRect()
    const [x, y, half] = [now.left + now.width / 2, now.top + now.height / 2, TARGET / 2 - SLACK]
    const isWide = now.width >= TARGET - SLACK / 2 || (isReached(x - half, y) && isReached(x + half, y))
    const isTall = now.height >= TARGET - SLACK / 2 || (isReached(x, y - half) && isReached(x, y + half))
    if (!isWide || !isTall)
      problems.push(`is ${Math.round(box.width)} × ${Math.round(box.height)} px to press: ${nameOf(target)}`)
  }
  return [...new Set(problems)]
}
