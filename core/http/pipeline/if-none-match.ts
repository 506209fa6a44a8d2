import type { Conditions, FileRequest } from '../../services/media.ts';
import { firstHeader } from './first-header.ts';
import type { Call } from './route.ts';

/** Cache and range headers of a request. */
export function conditionsOf(headers: Call['headers']): Conditions {
  return {
    ifNoneMatch: firstHeader(headers, 'if-none-match'),
    range: firstHeader(headers, 'range'),
    ifRange: firstHeader(headers, 'if-range'),
  };
}

/** What a request asks of a file, which is read until the client disconnects. */
export const fileRequestOf = ({ headers, signal }: Pick<Call, 'headers' | 'signal'>): FileRequest => ({
  ...conditionsOf(headers),
  signal,
});
