import { table } from './rule.ts'

const keep = 'Keep the old one until no client uses it, or agree on the change with the owners of the contract.'
const accept = 'Accept what the contract allows, or ask its owners to change it.'
const describeIt = 'Add it to the description, so that the check can compare it.'

/** Calls: paths, methods, parameters, bodies, statuses, headers and authentication. */
export const callRules = table({
  'call-missing': [
    'A call of the contract does not exist',
    'breaking',
    'every client that makes the call gets an error',
    'Serve the call, or ask the owners of the contract to remove it.',
  ],
  'call-other-method': [
    'The path exists only with other methods',
    'breaking',
    'clients that make the call are refused',
    'Serve the contract’s method on this path.',
  ],
  'call-other-version': [
    'The path exists only in another version',
    'breaking',
    'clients ask for the version of the contract and get an error',
    keep,
  ],
  'call-assumed-missing': [
    'A call that the contract only assumes does not exist',
    'breaking',
    'clients that make the call get an error; the contract never knew that it exists',
    'Serve the call, or tell the owners of the contract its real name: they only assumed this one.',
  ],
  'call-deprecated': [
    'A call is marked as deprecated',
    'risky',
    'clients lose the call one day',
    'Tell the owners of the contract what replaces it, and until when it works.',
  ],
  'call-unknown': [
    'A call is not in the contract',
    'note',
    'no client makes it',
    'Nothing to do. If a client should use it, ask the owners of the contract to add it.',
  ],
  'call-end-slash': [
    'The path has a trailing slash more or less',
    'risky',
    'a strict server answers a redirect or a 404',
    'Serve the path as the contract writes it, or serve both.',
  ],
  'base-other': [
    'The calls have another base path',
    'risky',
    'clients that keep the base path of the contract get a 404 unless a gateway rewrites it',
    'Set `servers` to the path under which clients reach the service.',
  ],
  'parameter-required': [
    'A parameter is required that clients do not send',
    'breaking',
    'the server refuses every request of today’s clients',
    'Make it optional, or ask the owners of the contract to add it before you require it.',
  ],
  'parameter-style': [
    'A parameter is serialized in another way',
    'breaking',
    'what clients send is read as something else',
    'Read it in the form of the contract (`style`, `explode`, `content`).',
  ],
  'parameter-empty': ['A parameter must not be empty', 'risky', 'requests that send it empty are refused', accept],
  'parameter-deprecated': [
    'A parameter that clients send is deprecated',
    'risky',
    'clients lose it one day',
    'Tell the owners of the contract what replaces it, and until when it works.',
  ],
  'parameter-new': [
    'An optional parameter is not in the contract',
    'note',
    'no client sends it',
    'Nothing to do. If clients should use it, ask the owners of the contract to add it.',
  ],
  'parameter-gone': [
    'A parameter that clients send is ignored',
    'risky',
    'what clients say with it is ignored',
    accept,
  ],
  'parameter-assumed-gone': [
    'A parameter that the contract only assumes is ignored',
    'risky',
    'what clients say with it is ignored; the contract never knew that it is read',
    'Read it, or tell the owners of the contract its real name: they only assumed this one.',
  ],
  'request-body-refused': [
    'No request body is accepted',
    'breaking',
    'what clients send is refused or ignored',
    accept,
  ],
  'request-body-optional': ['The request body is optional', 'note', 'clients always send it', 'Nothing to do.'],
  'request-body-new': [
    'There is a request body, and the contract has none',
    'note',
    'no client sends one',
    'Nothing to do. If clients should use it, ask the owners of the contract to add it.',
  ],
  'request-body-required': ['A request body is required', 'breaking', 'clients that send none are refused', accept],
  'request-media-type-refused': [
    'A media type of the contract is not accepted',
    'breaking',
    'clients that send it get a 415',
    'Accept it.',
  ],
  'response-success-missing': [
    'No success status of the contract is described',
    'breaking',
    'clients know no other success: every answer is a failure',
    'Return a success status of the contract.',
  ],
  'response-success-other': [
    'A success status is not in the contract',
    'breaking',
    'clients do not know what to read from it, or take it for a failure (`unexpectedStatus`)',
    'Return a success status of the contract.',
  ],
  'response-redirect': [
    'The call may redirect',
    'breaking',
    'clients do not follow redirects of a call with a token',
    'Answer at the contract’s path, without a redirect.',
  ],
  'response-status-unknown': [
    'An error status is not in the contract',
    'risky',
    'clients know no failure of this status and show a general error',
    'Return a status of the contract, or ask its owners to add this one.',
  ],
  'response-status-never': [
    'A status of the contract is not described',
    'note',
    'clients are ready for what never comes, or the description is incomplete',
    describeIt,
  ],
  'response-body-missing': [
    'The response has no body',
    'breaking',
    'clients read it and find nothing (`malformed`)',
    'Return the body of the contract.',
  ],
  'response-body-new': [
    'There is a response body, and the contract has none',
    'note',
    'clients ignore it',
    'Nothing to do. If clients should use it, ask the owners of the contract to add it.',
  ],
  'response-media-type': [
    'The response has another media type',
    'breaking',
    'clients cannot read it and get `malformed`',
    'Return the media type of the contract.',
  ],
  'response-media-type-name': [
    'The response is JSON under another media type',
    'note',
    'clients that look at the media type do not know it',
    'Return the media type of the contract.',
  ],
  'response-media-type-gone': [
    'A media type of the contract is not returned',
    'breaking',
    'clients that ask for it get another or none',
    'Return it when the client asks for it.',
  ],
  'response-media-type-more': [
    'The response may have another media type too',
    'risky',
    'clients that get it cannot read it (`malformed`)',
    'Return the media type of the contract unless the client asks for another.',
  ],
  'response-error-media-type': [
    'An error response has another media type, or no body',
    'note',
    'clients look at the status only and find nothing in it',
    'Return the media type of the contract if clients read this answer.',
  ],
  'response-header-gone': ['A response header is missing', 'risky', 'clients that read it find nothing', keep],
  'response-header-optional': [
    'A response header is optional',
    'breaking',
    'clients that rely on it find nothing in some answers',
    'Return it in every answer.',
  ],
  'response-header-style': [
    'A response header is serialized in another way',
    'breaking',
    'clients read it as something else',
    'Write it in the form of the contract (`explode`, `content`).',
  ],
  'response-header-new': [
    'A response header is not in the contract',
    'note',
    'clients ignore it',
    'Nothing to do. If clients should use it, ask the owners of the contract to add it.',
  ],
  'security-required': [
    'A call without authentication requires it',
    'breaking',
    'people who are not signed in are refused',
    'Accept the call without a token.',
  ],
  'security-other': [
    'Another authentication is required',
    'breaking',
    'what clients send to sign in is refused',
    'Accept what the contract allows.',
  ],
  'security-address': [
    'Tokens come from another address',
    'risky',
    'clients ask for tokens at the old one',
    'Keep the old address until no client uses it.',
  ],
  'security-open': [
    'No authentication is required',
    'note',
    'clients work, and so does everybody else unless a gateway asks',
    'Describe the security scheme, or note that a gateway checks the token.',
  ],
  'security-scope': [
    'The token needs another scope',
    'risky',
    'tokens without it are refused',
    'Make sure that the identity provider gives this scope to every client.',
  ],
  'hook-gone': [
    'A webhook or a callback is never sent',
    'breaking',
    'clients wait for it',
    'Send it, or ask the owners of the contract to remove it.',
  ],
  'callback-address': [
    'A callback is sent to another address',
    'breaking',
    'clients wait for it at the address that they gave',
    'Send it to the address of the contract.',
  ],
  'hook-new': [
    'A webhook or a callback is not in the contract',
    'note',
    'no client waits for it',
    'Nothing to do. If clients should use it, ask the owners of the contract to add it.',
  ],
  'hook-body': [
    'A webhook or a callback has another media type, or no body',
    'breaking',
    'clients cannot read it',
    'Send the body that the contract describes.',
  ],
  'hook-answer': [
    'A response of clients to a webhook or a callback is not described',
    'risky',
    'the server may take it for a failure',
    'Accept every answer that the contract lists.',
  ],
})

const rule =
  'Return codes that the call’s rule (`x-validity` in the contract) accepts, or ask the owners of the contract to change the rule.'
const failures =
  'Return a code that the contract lists, or ask its owners to add this one (`x-failures` of the call): tell them what it means and what the client should do.'
/** Business codes. */
export const codeRules = table({
  'code-unknown': [
    'A code is not in the contract',
    'breaking',
    'the client knows no failure for it and people see the general error',
    failures,
  ],
  'code-accepted-unknown': [
    'An accepted code is not in the contract',
    'risky',
    'clients take it for a success like any other',
    'Tell the owners of the contract what it means; they add it as an example.',
  ],
  'code-never': [
    'A code of the contract is never returned',
    'note',
    'clients are ready for what never comes',
    'Nothing to do. If it can really not happen any more, tell the owners of the contract.',
  ],
  'code-type': [
    'The code is not an integer',
    'breaking',
    'clients take the answer for broken (`malformed`)',
    'Return the code as a JSON integer.',
  ],
  'code-at-status': [
    'A code of the 200 is returned with another status',
    'breaking',
    'clients look for it in a 200: they see the failure of the status instead',
    'Return this code with status 200.',
  ],
  'response-never-accepted': [
    'No response is ever a success',
    'breaking',
    'the rule of the call rejects every code that is described',
    rule,
  ],
  'refusal-undescribed': [
    'Refusals are not described',
    'note',
    'the check cannot see the codes of refusals',
    describeIt,
  ],
})
