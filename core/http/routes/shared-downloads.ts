import { noteLanguages, type NoteLanguage } from '../../services/downloads/download-note.ts';
import { costs } from '../../services/shares/share-limits.ts';
import type { Call, Reply, Route } from '../pipeline/route.ts';
import { route } from '../pipeline/route.ts';
import { fields, oneOf } from '../schemas/answer.ts';
import { zipReply } from './downloads.ts';
import { tokenParams, visitOf, type OfToken, type SharedDependencies } from './shared-visit.ts';

const downloadOptions = fields({
  language: oneOf(...noteLanguages)
    .default('en')
    .description('The language of the text file in the ZIP that lists the photos which could not be read.'),
});

/** Downloads of all photos of a share as one ZIP: by POST for programs, and by GET as a link that a browser can save. */
export function sharedDownloadRoutes({ open, downloads, visits }: SharedDependencies): Route[] {
  const download = async (
    call: Pick<Call<OfToken, unknown, unknown>, 'params' | 'address' | 'cookies' | 'signal' | 'wantsBody'>,
    language: NoteLanguage,
  ): Promise<Reply> => {
    const share = open.unlocked(visitOf(call), costs.picture);
    const prepared = await downloads.prepare(share, { language, signal: call.signal });
    if (!call.wantsBody) return zipReply(prepared, Buffer.alloc(0));
    const body = downloads.open(share, prepared, call.signal);
    visits.downloaded(share);
    return zipReply(prepared, body);
  };
  const common = {
    path: '/api/shared/{token}/download',
    ofShare: true,
    fails: ['too_many_attempts', 'forbidden', 'not_ready', 'too_large'],
    params: tokenParams,
    answer: { binary: ['application/zip'] },
  } as const;
  return [
    route({
      ...common,
      access: 'none',
      method: 'GET',
      summary: 'The originals of a share that allows to download them, as one ZIP; for a browser to save.',
      query: downloadOptions,
      handle: (call) => download(call, call.query.language),
    }),

    route({
      ...common,
      access: 'none',
      method: 'POST',
      summary: 'The originals of a share that allows to download them, as one ZIP.',
      payload: downloadOptions,
      handle: (call) => download(call, call.payload.language),
    }),
  ];
}
