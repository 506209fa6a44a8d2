import type { OwnHiding } from '../../services/own-hidden.ts';
import { route, type Route } from '../pipeline/route.ts';
import { PeoplePresenter } from '../present-people.ts';
import type { MediaSigner } from '../present.ts';
import { fields } from '../schemas/answer.ts';
import * as input from '../schemas/input.ts';
import { boolean } from '../schemas/parts.ts';
import { allHiddenByMe, hiddenByMe } from '../schemas/household.ts';
import type * as wire from '../wire.ts';

const payload = fields({ hidden_by_me: boolean.strict().required() });

/** The routes with which users hide albums and people for themselves. */
export function ownHiddenRoutes({ ownHiding, signer }: { ownHiding: OwnHiding; signer: MediaSigner }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/hidden_by_me',
      access: 'read',
      summary:
        'The people and albums that the caller has hidden for themself, the latest first, and the number of photos hidden one by one, which /api/photos lists with `only_hidden_by_me`.',
      query: fields({ include_hidden: input.includeHidden }),
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

    route({
      method: 'PUT',
      path: '/api/albums/{album_uid}/hidden_by_me',
      access: 'read',
      summary: 'Hides an album and its photos for the caller only, or shows them again. No other user learns of it.',
      params: input.albumParams,
      payload,
      answer: hiddenByMe,
      async handle(call): Promise<wire.HiddenByMe> {
        await ownHiding.hide(call.caller, { album: call.params.album_uid }, call.payload.hidden_by_me, call.signal);
        return { hidden_by_me: call.payload.hidden_by_me };
      },
    }),

    route({
      method: 'PUT',
      path: '/api/people/{id}/hidden_by_me',
      access: 'read',
      summary:
        'Hides a person and the photos of them for the caller only, or shows them again. No other user learns of it.',
      params: input.idParams,
      payload,
      answer: hiddenByMe,
      async handle(call): Promise<wire.HiddenByMe> {
        await ownHiding.hide(call.caller, { person: call.params.id }, call.payload.hidden_by_me, call.signal);
        return { hidden_by_me: call.payload.hidden_by_me };
      },
    }),
  ];
}
