// The end of a silent sign-on check, in a hidden frame: hands the address (a one-time code, no token) to the page around it.
if (window.parent !== window) {
  window.parent.postMessage(
    { source: 'oidc-client', url: window.location.href, keepOpen: false },
    window.location.origin,
  )
}
