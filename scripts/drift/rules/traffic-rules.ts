import { table } from './rule.ts'

const answer = 'Answer what the contract says, or change the contract first.'
/** Exchanges that were seen. */
export const trafficRules = table({
  'seen-code-unknown': [
    'An answer had a code that the call does not know',
    'breaking',
    'the client knows no failure for it and people see the general error',
    'Add the code to `x-failures` of the call, with what the client has to do about it.',
  ],
  'seen-code-accepted-unknown': [
    'An answer had an accepted code that the contract shows nowhere',
    'risky',
    'clients take it for a success like any other',
    'Tell what it means, and show it in an example of the contract.',
  ],
  'seen-code-at-status': [
    'A code of the 200 came with another status',
    'breaking',
    'clients look for it in a 200: they see the failure of the status instead',
    'Answer 200 with this code.',
  ],
  'seen-code-type': [
    'The code of an answer was no integer',
    'breaking',
    'clients take the answer for broken (`malformed`)',
    'Answer the code as a JSON integer.',
  ],
  'seen-code-missing': [
    'An answer had no code, which the rule rejects',
    'breaking',
    'clients take a success for a failure',
    'Answer the code.',
  ],
  'seen-refusal-like-success': [
    'A rejected 200 carried what only a success carries',
    'risky',
    'either the code or the body is wrong: the client shows a failure for something that was done',
    'Answer the code of success, or leave the result out.',
  ],
  'seen-success-like-refusal': [
    'An accepted 200 carried no result but a message',
    'breaking',
    'clients take a refusal for a success and find nothing in it',
    'Answer a code that the rule rejects.',
  ],
  'seen-success-useless': [
    'An accepted 200 lacked a field that the rule requires',
    'breaking',
    'clients take the answer for broken (`malformed`)',
    'Answer the field, or a code that the rule rejects.',
  ],
  'seen-not-json': [
    'An answer was no JSON object',
    'breaking',
    'clients take the answer for broken (`malformed`)',
    'Answer with a JSON object.',
  ],
  'seen-status-unknown': [
    'An answer had a status that the call does not list',
    'risky',
    'clients show the general error of `unexpectedStatus`',
    'Use a status of the contract, or add the failure to `x-failures`.',
  ],
  'seen-success-other': [
    'An answer had another success status than 200',
    'breaking',
    'clients take every status but 200 for a failure (`unexpectedStatus`)',
    'Answer with 200.',
  ],
  'seen-field-missing': [
    'An answer lacked a field of the contract',
    'breaking',
    'clients that read it find nothing',
    'Answer the field.',
  ],
  'seen-field-type': [
    'An answer had a value of another type',
    'breaking',
    'clients read a value of the contract’s type and fail on another',
    answer,
  ],
  'seen-field-value': [
    'An answer had a value that the contract does not list',
    'risky',
    'clients have nothing to show for it',
    'Add the value to the contract, with what it means.',
  ],
  'seen-field-form': [
    'A value had another form: format, pattern, length, border',
    'risky',
    'clients read what the contract promises',
    answer,
  ],
  'seen-field-unknown': [
    'An answer had a field that the contract does not name',
    'note',
    'clients ignore it',
    'Write it into the contract when clients should use it.',
  ],
  'seen-request-refused': [
    'A request that the contract forbids',
    'risky',
    'it is a client that keeps not to the contract; the server may refuse it',
    'Find the client; the contract says what may be sent.',
  ],
  'seen-request-accepted-unknown': [
    'A request had a field that the contract does not name and was accepted',
    'risky',
    'some client uses more than the contract says',
    'Write it into the contract, or find the client.',
  ],
  'seen-header-missing': [
    'A request came without a header that the contract has',
    'risky',
    'the server cannot know what clients say with it',
    'Find the client: a call that moves money carries one key per intent.',
  ],
  'seen-header-form': [
    'A request came with a header that the contract forbids',
    'risky',
    'the server may refuse the request or ignore the header',
    'Find the client; the contract says what the header looks like.',
  ],
  'seen-valid-refused': [
    'A request that fits the contract was refused as malformed',
    'breaking',
    'clients that keep to the contract are refused',
    'Accept what the contract says.',
  ],
  'seen-call-unknown': [
    'Exchanges of a call that the contract does not know',
    'risky',
    'some client uses more than the contract says',
    'Write the call into the contract, or find the client.',
  ],
  'seen-call-other-method': [
    'A call was made with another method',
    'risky',
    'the contract knows POST only',
    'Find the client, or write it into the contract.',
  ],
  'live-failed': [
    'A flow of the contract did not end as it should',
    'breaking',
    'people who do this in the app do not get to the end',
    'Run it alone with --flow, and look at the step that failed.',
  ],
  'live-no-answer': [
    'A call got no answer',
    'breaking',
    'people see “no connection”',
    'Is the service running and reachable from here?',
  ],
})
