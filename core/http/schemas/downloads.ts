import { answer, type Value } from './answer.ts';
import { count, integer, word } from './parts.ts';

/** The schema of a URL from which a browser can fetch a download once, without a token. */
export const downloadTicket = answer({
  url: word,
  expires_in: integer.description('Seconds.'),
  name: word.description('Of the file.'),
  count: count.description('Photos.'),
  bytes: count.description('The sum of the sizes of all originals, according to the photo store.'),
});
export type DownloadTicket = Value<typeof downloadTicket>;
