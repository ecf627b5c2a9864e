import { WIDGET_POLICY } from './src/domain/widget-scripts.ts'

/**
 * The Content-Security-Policy of the built app: everything from its own origin, nothing inline, nothing evaluated.
 * Trusted Types: no text becomes markup or the address of a script, but for the configured widgets' (`src/analytics/widgets.ts`).
 * An environment whose identity provider stands elsewhere adds its origin to connect-src and frame-src in its server's header.
 */
const directives = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'font-src': "'self'",
  'connect-src': "'self'",
  'frame-src': "'self'", // the silent sign-on check
  'manifest-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': WIDGET_POLICY,
}
const text = (entries: Readonly<Record<string, string>>) =>
  Object.entries(entries)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')

/** For the page itself: holds whatever server sends it. */
export const policyForPage: string = text(directives)

/** The page of the advertisement's frame, which runs what others wrote. */
const stripPage = '/strip/frame.html'
/** It has no origin even when it is opened by itself, so what it loads from anywhere over https reaches nothing of ours. */
const stripDirectives = {
  'default-src': 'https: data:',
  'script-src': "'self' https:",
  'style-src': "https: 'unsafe-inline'",
  'base-uri': "'none'",
  sandbox: 'allow-scripts allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation',
}

/** What a server sends with a path of the build. A page of ours may be framed by ours alone: that is how the silent check works. */
export const securityHeaders = (path: string): Record<string, string> => ({
  'content-security-policy': text({
    ...(path === stripPage ? stripDirectives : directives),
    'frame-ancestors': "'self'",
  }),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
})
