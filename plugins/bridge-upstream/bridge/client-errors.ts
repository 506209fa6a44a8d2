import type { ClientErrorAnswer, ClientErrorAnswers } from 'photofinch/plugin-api/toolkit';
import { contractHeader, contractVersion } from '../contract.ts';
import { errorBody } from './errors.ts';

const headers = {
  [contractHeader]: String(contractVersion),
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
};

const badRequest = (detail: string): ClientErrorAnswer => ({
  headers,
  body: JSON.stringify(errorBody('bad_request', detail)),
});

/** What is not HTTP never becomes a request, so nothing else can answer it in our form. */
export const clientErrorAnswers: ClientErrorAnswers = {
  unreadable: () => badRequest('The bridge could not read this as an HTTP request.'),
  unexpected: () => badRequest('The bridge does not do what the header Expect asks for.'),
};
