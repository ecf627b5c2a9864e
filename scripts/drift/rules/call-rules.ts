import { table } from './rule.ts'

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
    'clients that make the call get a 405',
    'Serve the contract’s method on this path.',
  ],
  'call-other-version': [
    'The path exists only in another version',
    'breaking',
    'clients request the contract’s path and get an error',
    'Serve the path that clients request too, or agree on the change with the owners of the contract.',
  ],
  'call-assumed-missing': [
    'A call that the contract only assumes does not exist',
    'breaking',
    'clients that make the call get an error; the contract only assumes that it exists',
    'Serve the call, or tell the owners of the contract its real name: they only assumed this one.',
  ],
  'call-deprecated': [
    'A call is marked as deprecated',
    'risky',
    'clients must stop making it before it is removed',
    'Tell the owners of the contract what replaces it, and until when it works.',
  ],
  'call-unknown': [
    'A call is not in the contract',
    'note',
    'no client uses it',
    'Nothing to do. If a client should use it, ask the owners of the contract to add it.',
  ],
  'call-end-slash': [
    'The path differs by a trailing slash',
    'risky',
    'a strict server returns a redirect or a 404',
    'Serve the path as the contract writes it, or serve both.',
  ],
  'call-other-case': [
    'The path differs in upper and lower case',
    'risky',
    'a server that distinguishes case returns a 404',
    'Describe the path as the contract writes it. If the server distinguishes case, serve it so too.',
  ],
  'base-other': [
    'The calls have another base path',
    'risky',
    'clients use the contract’s base path and get a 404, unless a gateway rewrites it',
    'Set `servers` to the path under which clients reach the service.',
  ],
  'parameter-required': [
    'A parameter is required that clients do not send',
    'breaking',
    'requests of existing clients are refused',
    'Make it optional, or ask the owners of the contract to add it before you require it.',
  ],
  'parameter-style': [
    'A parameter is serialized in another way',
    'breaking',
    'the server reads another value than clients send',
    'Read it in the form of the contract (`style`, `explode`, `content`).',
  ],
  'parameter-empty': ['A parameter must not be empty', 'risky', 'requests with an empty value are refused', accept],
  'parameter-deprecated': [
    'A parameter that clients send is deprecated',
    'risky',
    'clients must stop using it before it is removed',
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
    'the value that clients send has no effect',
    accept,
  ],
  'parameter-assumed-gone': [
    'A parameter that the contract only assumes is ignored',
    'risky',
    'the value that clients send has no effect; the contract only assumes that it is read',
    'Read it, or tell the owners of the contract its real name: they only assumed this one.',
  ],
  'request-body-refused': [
    'No request body is accepted',
    'breaking',
    'the body that clients send is refused or ignored',
    accept,
  ],
  'request-body-optional': ['The request body is optional', 'note', 'nothing breaks', 'Nothing to do.'],
  'request-body-new': [
    'There is a request body, and the contract has none',
    'note',
    'no client sends one',
    'Nothing to do. If clients should use it, ask the owners of the contract to add it.',
  ],
  'request-body-required': ['A request body is required', 'breaking', 'requests without a body are refused', accept],
  'request-media-type-refused': [
    'A media type of the contract is not accepted',
    'breaking',
    'clients that send it get a 415',
    'Accept it.',
  ],
  'response-success-missing': [
    'No success status of the contract is described',
    'breaking',
    'clients treat every response as a failure',
    'Return a success status of the contract.',
  ],
  'response-success-other': [
    'A success status is not in the contract',
    'breaking',
    'clients have no schema for it, or treat it as a failure (`unexpectedStatus`)',
    'Return a success status of the contract.',
  ],
  'response-redirect': [
    'The call may redirect',
    'breaking',
    'clients do not follow redirects of a call with a token',
    'Respond at the contract’s path, without a redirect.',
  ],
  'response-status-unknown': [
    'An error status is not in the contract',
    'risky',
    'clients do not handle this status and show a general error',
    'Return a status of the contract, or ask its owners to add this one.',
  ],
  'response-status-never': [
    'A status of the contract is not described',
    'note',
    'clients handle a status that is never returned, or the description is incomplete',
    describeIt,
  ],
  'response-body-missing': [
    'The response has no body',
    'breaking',
    'clients expect a body and fail with `malformed`',
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
    'clients cannot parse the response and fail with `malformed`',
    'Return the media type of the contract.',
  ],
  'response-media-type-name': [
    'The response is JSON under another media type',
    'note',
    'clients that check the media type do not recognize it',
    'Return the media type of the contract.',
  ],
  'response-media-type-gone': [
    'A media type of the contract is not returned',
    'breaking',
    'clients that request it get another media type or an error',
    'Return it when the client asks for it.',
  ],
  'response-media-type-more': [
    'The response may have another media type too',
    'risky',
    'clients that get it cannot parse the response and fail with `malformed`',
    'Return the media type of the contract unless the client asks for another.',
  ],
  'response-error-media-type': [
    'An error response has another media type, or no body',
    'note',
    'clients that parse the body of the error fail; others use the status only',
    'Return the media type of the contract if clients parse this response.',
  ],
  'response-header-gone': [
    'A response header is missing',
    'risky',
    'clients that read it get no value',
    'Return the header, or ask the owners of the contract to remove it.',
  ],
  'response-header-optional': [
    'A response header is optional',
    'breaking',
    'clients that rely on it get no value in some responses',
    'Return it in every response.',
  ],
  'response-header-style': [
    'A response header is serialized in another way',
    'breaking',
    'clients read another value than the server sends',
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
    'requests without a token are refused',
    'Accept the call without a token.',
  ],
  'security-other': [
    'Another authentication is required',
    'breaking',
    'the credentials that clients send are refused',
    'Accept what the contract allows.',
  ],
  'security-address': [
    'Tokens come from another address',
    'risky',
    'clients request tokens at the old address',
    'Keep the old address until no client uses it.',
  ],
  'security-open': [
    'No authentication is required',
    'note',
    'nothing breaks, but anyone can make the call unless a gateway checks tokens',
    'Describe the security scheme, or note that a gateway checks the token.',
  ],
  'security-scope': [
    'The token needs another scope',
    'risky',
    'tokens without this scope are refused',
    'Make sure that the identity provider gives this scope to every client.',
  ],
  'hook-gone': [
    'A webhook or a callback is never sent',
    'breaking',
    'clients wait for a request that is never sent',
    'Send it, or ask the owners of the contract to remove it.',
  ],
  'callback-address': [
    'A callback is sent to another address',
    'breaking',
    'clients do not get it at the address that the contract describes',
    'Send it to the address of the contract.',
  ],
  'hook-new': [
    'A webhook or a callback is not in the contract',
    'note',
    'no client handles it',
    'Nothing to do. If clients should use it, ask the owners of the contract to add it.',
  ],
  'hook-body': [
    'A webhook or a callback has another media type, or no body',
    'breaking',
    'clients cannot parse it',
    'Send the body that the contract describes.',
  ],
  'hook-answer': [
    'A response of clients to a webhook or a callback is not described',
    'risky',
    'the server may treat this response as a failed delivery',
    'Accept every response status that the contract lists.',
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
    'clients do not handle this code and show a general error',
    failures,
  ],
  'code-accepted-unknown': [
    'An accepted code is not in the contract',
    'risky',
    'clients treat it as an ordinary success',
    'Tell the owners of the contract what it means; they add it as an example.',
  ],
  'code-never': [
    'A code of the contract is never returned',
    'note',
    'clients handle a code that is never returned',
    'Nothing to do. If it can really not happen any more, tell the owners of the contract.',
  ],
  'code-type': [
    'The code is not an integer',
    'breaking',
    'clients fail with `malformed`',
    'Return the code as a JSON integer.',
  ],
  'code-at-status': [
    'A code of the 200 is returned with another status',
    'breaking',
    'clients read codes in a 200 only, and handle the status instead of the code',
    'Return this code with status 200.',
  ],
  'response-never-accepted': [
    'No response is ever a success',
    'breaking',
    'the call’s rule rejects every described code, so clients treat every response as a failure',
    rule,
  ],
  'refusal-undescribed': [
    'Refusals are not described',
    'note',
    'the check cannot compare the codes of refusals',
    describeIt,
  ],
})
