import Joi from 'joi';
import type { OwnHiding } from '../../services/own-hidden.ts';
import { route, type Route } from '../pipeline/route.ts';
import { PeoplePresenter } from '../present-people.ts';
import type { MediaSigner } from '../present.ts';
import { allHiddenByMe, hiddenByMe } from '../schemas/household.ts';
import * as input from '../schemas/input.ts';
import type * as wire from '../wire.ts';

const payload = Joi.object({ hidden_by_me: Joi.boolean().strict().required() });

/** The routes with which users hide albums and people for themselves. */
export function ownHiddenRoutes({ ownHiding, signer }: { ownHiding: OwnHiding; signer: MediaSigner }): Route[] {
  return [
    route<object, { include_hidden?: boolean }>({
      method: 'GET',
      path: '/api/hidden_by_me',
      access: 'read',
      summary:
        'The people and albums that the caller has hidden for themself, the latest first, and the number of photos hidden one by one, which /api/photos lists with `only_hidden_by_me`.',
      query: Joi.object({ include_hidden: input.includeHidden }),
      answer: allHiddenByMe,
      handle(call): wire.AllHiddenByMe {
        const presenter = new PeoplePresenter(signer, call.caller);
        const { photos, people, albums } = ownHiding.all(call.caller, call.query.include_hidden);
        return {
          photos,
          people: people.map((person) => presenter.person(person)),
          albums: albums.map((album) => ({ ...album })),
        };
      },
    }),

    route<{ album_uid: string }, object, wire.HiddenByMe>({
      method: 'PUT',
      path: '/api/albums/{album_uid}/hidden_by_me',
      access: 'read',
      summary: 'Hides an album and its photos for the caller only, or shows them again. No other user learns of it.',
      params: Joi.object({ album_uid: Joi.string().max(1024).required() }),
      payload,
      answer: hiddenByMe,
      async handle(call): Promise<wire.HiddenByMe> {
        await ownHiding.hide(call.caller, { album: call.params.album_uid }, call.payload.hidden_by_me, call.signal);
        return { hidden_by_me: call.payload.hidden_by_me };
      },
    }),

    route<{ id: number }, object, wire.HiddenByMe>({
      method: 'PUT',
      path: '/api/people/{id}/hidden_by_me',
      access: 'read',
      summary:
        'Hides a person and the photos of them for the caller only, or shows them again. No other user learns of it.',
      params: Joi.object({ id: Joi.number().integer().min(1).required() }),
      payload,
      answer: hiddenByMe,
      async handle(call): Promise<wire.HiddenByMe> {
        await ownHiding.hide(call.caller, { person: call.params.id }, call.payload.hidden_by_me, call.signal);
        return { hidden_by_me: call.payload.hidden_by_me };
      },
    }),
  ];
}
