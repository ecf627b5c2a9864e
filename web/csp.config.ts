/**
 * The Content-Security-Policy of the built app: everything from its own origin, nothing inline, nothing evaluated.
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
}
const text = (entries: Record<string, string>) =>
  Object.entries(entries)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')

/** For the page itself: holds whatever server sends it. */
export const policyForPage: string = text(directives)

/** For a server's headers. A page of ours may be framed by ours alone: that is how the silent check works. */
export const securityHeaders: Record<string, string> = {
  'content-security-policy': text({ ...directives, 'frame-ancestors': "'self'" }),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
}
