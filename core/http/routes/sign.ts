import Joi from 'joi';
import type { MediaAccess } from '../../services/media-access.ts';
import { callerOf } from '../caller-of.ts';
import { route, type Route } from '../route.ts';
import type { Signature } from '../wire.ts';

/** Signatures of binary media, for what cannot send a bearer token. */
export function signRoutes(media: Pick<MediaAccess, 'sign'>): Route[] {
  return [
    route<object, object, { path: string }>({
      method: 'POST',
      path: '/api/sign',
      access: 'read',
      summary: 'Sign the path of a thumb, full photo, cover or crop; append ?sig=…&exp=… to it',
      payload: Joi.object({ path: Joi.string().max(2048).required() }),
      answer: Joi.object({
        sig: Joi.string().required(),
        exp: Joi.number().integer().required().description('Epoch seconds.'),
      }),
      handle: (call): Signature => media.sign(callerOf(call), call.payload.path),
    }),
  ];
}
