import type { Conditions } from '../../services/media.ts';
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
