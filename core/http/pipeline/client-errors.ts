import type { Server } from 'node:http';
import * as toolkit from '../../plugin-api/toolkit/index.ts';
import { kindHeader } from './errors.ts';
import { securityHeaders } from './security-headers.ts';

const head = { ...securityHeaders, 'Content-Type': 'application/json; charset=utf-8' };

/** Answers what is not HTTP, or not wholly: it never becomes a request, so that nothing else can put our headers on it. */
export function answerClientErrors(listener: Server): void {
  toolkit.answerClientErrors(listener, {
    unreadable: (status) => ({
      headers: { ...head, [kindHeader]: status === 408 ? 'too_slow' : 'bad_input' },
      body: JSON.stringify({ detail: 'The server could not read this as an HTTP request.' }),
    }),
    unexpected: () => ({
      headers: { ...head, [kindHeader]: 'bad_input', 'Cache-Control': 'no-store' },
      body: JSON.stringify({ detail: 'The server does not do what the header Expect asks for.' }),
    }),
  });
}
