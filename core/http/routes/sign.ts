import Joi from 'joi';
import { DomainError } from '../../domain/errors.ts';
import type { MediaAccess } from '../../services/media-access.ts';
import type { ReadableMedia } from '../../services/readable-media.ts';
import { callerOf } from '../pipeline/caller-of.ts';
import { route, type Route } from '../pipeline/route.ts';
import { answer, either, list } from '../schemas/answer.ts';
import { integer, word } from '../schemas/parts.ts';
import type { Signature, Signatures } from '../wire.ts';

interface SignPayload {
  path?: string;
  paths?: string[];
  ttl?: number;
}

const mostAtOnce = 1000;
/** Seconds. */
const longestLife = 366 * 86_400;

const path = Joi.string().max(2048);
const signature = { sig: word, exp: integer.description('Epoch seconds.') };

/** Signed URLs of media, for clients that cannot send a bearer token. */
export function signRoutes(deps: {
  media: Pick<MediaAccess, 'sign' | 'now'>;
  readable: Pick<ReadableMedia, 'mayRead'>;
}): Route[] {
  const { media, readable } = deps;
  return [
    route<object, object, SignPayload>({
      method: 'POST',
      path: '/api/sign',
      access: 'read',
      summary:
        'Sign the path of a thumb, full photo, stream, motion part, cover or crop; append ?sig=…&exp=… to it. Or many paths at once: those that ' +
        'the caller cannot read are left out.',
      payload: Joi.object({
        path,
        paths: Joi.array().items(path.required()).min(1).max(mostAtOnce),
        ttl: Joi.number()
          .integer()
          .min(1)
          .max(longestLife)
          .description('Seconds that the signature lives at most; not longer than any other.'),
      }).xor('path', 'paths'),
      answer: either<Signature, Signatures>(
        answer<Signature>(signature),
        answer<Signatures>({
          urls: list(answer({ path: word, ...signature })),
          ttl: integer.description('Seconds that they live from now on.'),
        }),
      ),
      fails: ['not_found'],
      handle(call): Signature | Signatures {
        const caller = callerOf(call);
        const { path: one, paths = [], ttl } = call.payload;
        if (one !== undefined) {
          const signed = media.sign(caller, one, { ttl });
          if (!readable.mayRead(caller, one)) throw noSuchPicture();
          return signed;
        }
        const now = media.now();
        // All paths are validated before unreadable ones are left out: an invalid path is always an error.
        const signed = paths.map((each, index) => ({
          path: each,
          ...media.sign(caller, each, { ttl, field: `paths[${index}]` }),
        }));
        const urls = signed.filter((each) => readable.mayRead(caller, each.path));
        return { urls, ttl: (signed[0]?.exp ?? now) - now };
      },
    }),
  ];
}

const noSuchPicture = (): DomainError =>
  new DomainError('not_found', 'There is no such picture.', { problem: 'no_such_photo' });
