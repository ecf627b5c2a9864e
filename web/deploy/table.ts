import { hasInlineStyles, missing, rules, wellKnownRule } from './rules.ts'

const code = (text: string) => `\`${text.replaceAll('|', String.raw`\|`)}\``

/** Returns the rules in order as a Markdown table, for the configuration of a CDN. */
export function rulesTable(): string {
  const rows = [wellKnownRule, ...rules].map((rule) => {
    const { name, pattern, file, cache, policy, usedBy } = rule
    return [
      name,
      code(pattern),
      file ? code(file) : 'the file of the path',
      code(cache),
      policy === 'strip'
        ? 'of the frame'
        : hasInlineStyles(rule)
          ? 'of the app, and the hash of its `<style>`'
          : 'of the app',
      code(usedBy),
    ]
  })
  const head = ['what', 'path', 'sent', '`cache-control`', 'policy', '`cross-origin-resource-policy`']
  const last = ['anything else', '', '404', code(missing.cache), 'of the app', code('same-origin')]
  return [head, head.map(() => '---'), ...rows, last].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
