import { table } from './rule.ts'

const keep = 'Keep the old call until every client has left it, or agree on the change in the contract first.'
const accept = 'Accept what the contract says, or change the contract first.'
const describeIt = 'Describe it, so that the check can see it.'

/** Whole calls: where they are, who may make them, with what and what comes back. */
export const callRules = table({
  'call-missing': [
    'A call of the contract is not there',
    'breaking',
    'every client that makes the call gets an error',
    'Serve the call, or have it taken out of the contract.',
  ],
  'call-other-method': [
    'The path takes other methods only',
    'breaking',
    'clients that make the call are refused',
    'Serve the method of the contract on this path.',
  ],
  'call-other-version': [
    'The path is there in another version only',
    'breaking',
    'clients ask for the version of the contract and get an error',
    keep,
  ],
  'call-assumed-missing': [
    'A call that the contract only assumes is not there',
    'breaking',
    'clients that make the call get an error; the contract never knew that it exists',
    'Serve the call, or say what it is called: the contract assumed it.',
  ],
  'call-deprecated': [
    'A call is marked as deprecated',
    'risky',
    'clients lose the call one day',
    'Say in the contract what takes its place and until when.',
  ],
  'call-unknown': [
    'A call that the contract does not know',
    'note',
    'no client makes it',
    'Nothing to do, unless a client should use it: then write it into the contract.',
  ],
  'call-end-slash': [
    'The path has a slash more or less at its end',
    'risky',
    'a strict server answers a redirect or a 404',
    'Serve the path as the contract writes it, or both.',
  ],
  'base-other': [
    'The calls stand under another base path',
    'risky',
    'clients that keep the base path of the contract get a 404 unless a gateway rewrites it',
    'Say in `servers` under which path clients reach the service.',
  ],
  'parameter-required': [
    'A parameter is required that no client sends',
    'breaking',
    'the server refuses every request of today’s clients',
    'Give it a default, or add it to the contract first.',
  ],
  'parameter-style': [
    'A parameter is read in another form',
    'breaking',
    'what clients send is read as something else',
    'Read it in the form of the contract (`style`, `explode`, `content`).',
  ],
  'parameter-empty': ['A parameter must have a value', 'risky', 'requests that send it empty are refused', accept],
  'parameter-deprecated': [
    'A parameter that clients send is deprecated',
    'risky',
    'clients lose it one day',
    'Say in the contract what takes its place and until when.',
  ],
  'parameter-new': [
    'An optional parameter that the contract does not know',
    'note',
    'no client sends it',
    'Write it into the contract when clients should use it.',
  ],
  'parameter-gone': [
    'A parameter that clients send is not read any more',
    'risky',
    'what clients say with it is ignored',
    accept,
  ],
  'parameter-assumed-gone': [
    'A parameter that the contract only assumes is not read',
    'risky',
    'what clients say with it is ignored; the contract never knew that it is read',
    'Read it, or say what it is called: the contract assumed it.',
  ],
  'request-body-refused': ['No request body is taken', 'breaking', 'what clients send is refused or ignored', accept],
  'request-body-optional': ['The request body may be left out', 'note', 'clients always send it', 'Nothing to do.'],
  'request-body-required': ['A request body is required', 'breaking', 'clients that send none are refused', accept],
  'request-media-type-refused': [
    'A media type of the contract is not accepted',
    'breaking',
    'clients that send it get a 415',
    'Accept it.',
  ],
  'response-success-missing': [
    'No success of the contract is described',
    'breaking',
    'clients know no other success: every answer is a failure',
    'Answer with a success status of the contract.',
  ],
  'response-success-other': [
    'A success status that the contract does not list',
    'breaking',
    'clients do not know what to read from it, or take it for a failure (`unexpectedStatus`)',
    'Answer with a success status of the contract.',
  ],
  'response-redirect': [
    'The call may redirect',
    'breaking',
    'clients do not follow redirects of a call with a token',
    'Answer at the path of the contract.',
  ],
  'response-status-unknown': [
    'An error status that the contract does not list',
    'risky',
    'clients show the general error of `unexpectedStatus`',
    'Use a status of the contract, or add the failure to `x-failures`.',
  ],
  'response-status-never': [
    'A status of the contract is not described',
    'note',
    'clients handle it for nothing, or the description is incomplete',
    describeIt,
  ],
  'response-body-missing': [
    'The answer has no body',
    'breaking',
    'clients read it and find nothing (`malformed`)',
    'Answer with the body of the contract.',
  ],
  'response-media-type': [
    'The answer has another media type',
    'breaking',
    'clients cannot read it and get `malformed`',
    'Answer with the media type of the contract.',
  ],
  'response-media-type-name': [
    'JSON is answered under another name',
    'note',
    'clients that look at the media type do not know it',
    'Answer with the media type of the contract.',
  ],
  'response-media-type-gone': [
    'A media type of the contract is not answered',
    'breaking',
    'clients that ask for it get another or none',
    'Answer with it when it is asked for.',
  ],
  'response-media-type-more': [
    'The answer may have another media type too',
    'risky',
    'clients that get it cannot read it (`malformed`)',
    'Answer with the media type of the contract unless another is asked for.',
  ],
  'response-error-media-type': [
    'An error answer has another media type, or no body',
    'note',
    'clients look at the status only and find nothing in it',
    'Answer with the media type of the contract where clients read such an answer.',
  ],
  'response-header-gone': ['A response header is gone', 'risky', 'clients that read it find nothing', keep],
  'response-header-optional': [
    'A response header may be missing',
    'breaking',
    'clients that rely on it find nothing in some answers',
    'Always answer it.',
  ],
  'response-header-new': [
    'A response header that the contract does not name',
    'note',
    'clients ignore it',
    'Write it into the contract when clients should use it.',
  ],
  'security-required': [
    'A call that needs no token asks for one',
    'breaking',
    'people who are not signed in are refused',
    'Let the call in without a token.',
  ],
  'security-other': [
    'Another way of signing in is asked for',
    'breaking',
    'what clients send to sign in is refused',
    'Accept what the contract says.',
  ],
  'security-address': [
    'Tokens are had from another address',
    'risky',
    'clients ask for tokens at the old one',
    'Keep the address until every client has left it.',
  ],
  'security-open': [
    'No one is asked for a token',
    'note',
    'clients work, and so does everybody else unless a gateway asks',
    'Describe the security scheme, or say that a gateway checks.',
  ],
  'security-scope': [
    'The token needs a scope',
    'risky',
    'tokens without it are refused',
    'Make sure that the identity provider gives the scope to every client.',
  ],
  'hook-gone': [
    'A webhook or a callback is never sent',
    'breaking',
    'clients wait for it',
    'Send it, or have it taken out of the contract.',
  ],
  'hook-new': [
    'A webhook or a callback that the contract does not know',
    'note',
    'no client waits for it',
    'Write it into the contract when clients should use it.',
  ],
  'hook-body': [
    'A webhook or a callback has another media type, or no body',
    'breaking',
    'clients cannot read it',
    'Send the body of the contract.',
  ],
  'hook-answer': [
    'An answer of clients to a webhook or a callback is not described',
    'risky',
    'the server may take it for a failure',
    'Take every answer that the contract lists.',
  ],
})

const rule = 'Answer as the rule of the call says, or change `x-validity` first.'
const failures = 'Add the code to `x-failures` of the call, with what the client has to do about it.'
/** Business codes. */
export const codeRules = table({
  'code-unknown': [
    'A code that the call does not know',
    'breaking',
    'the client knows no failure for it and people see the general error',
    failures,
  ],
  'code-accepted-unknown': [
    'An accepted code that the contract shows nowhere',
    'risky',
    'clients take it for a success like any other',
    'Say what it means, and show it in an example of the contract.',
  ],
  'code-never': [
    'A code of the contract cannot come',
    'note',
    'clients handle it for nothing',
    'Take the failure out of the contract when it is really gone.',
  ],
  'code-type': [
    'The code is no integer',
    'breaking',
    'clients take the answer for broken (`malformed`)',
    'Answer the code as a JSON integer.',
  ],
  'code-at-status': [
    'A code of the 200 comes with another status',
    'breaking',
    'clients look for it in a 200: they see the failure of the status instead',
    'Answer 200 with this code.',
  ],
  'response-never-accepted': [
    'No answer is ever a success',
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
