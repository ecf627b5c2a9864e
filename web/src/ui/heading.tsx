import { type ReactNode, useEffect, useRef } from 'react'
import { classes } from './classes.ts'

export interface HeadingProps {
  level: 1 | 2 | 3
  size?: 's' | 'm' | 'l' | 'display' | undefined
  id?: string | undefined
  className?: string | undefined
  children: ReactNode
}

const tags = { 1: 'h1', 2: 'h2', 3: 'h3' } as const
const usual = { 1: 'l', 2: 'm', 3: 's' } as const
const sizes = { s: 'text-title-s', m: 'text-title-m', l: 'text-title-l', display: 'text-display' }

/**
 * The level is for the page's outline, the size for its look; by default they match. Level 1 is also the page's name
 * on the browser's tab and in its history (WCAG 2.4.2).
 */
export function Heading({ level, size = usual[level], className, children, ...rest }: HeadingProps): ReactNode {
  const Tag = tags[level]
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (level === 1) document.title = `${heading.current?.textContent ?? ''} — Пакет`
  })
  return (
    <Tag ref={heading} {...rest} className={classes('font-semibold', sizes[size], className)}>
      {children}
    </Tag>
  )
}
