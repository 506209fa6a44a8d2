import Joi from 'joi';
import type { Household, Kept, KeptAnew } from '../../services/household.ts';
import { callerOf } from '../pipeline/caller-of.ts';
import { Reply, route, type Call, type Route } from '../pipeline/route.ts';
import { answer, extended, list, nullable } from '../schemas/answer.ts';
import { boolean, count, integer, text, word } from '../schemas/parts.ts';
import type * as wire from '../wire.ts';

interface AudiencePayload {
  kept_from_readers?: boolean;
  kept_from?: number[];
}

/** More users than any household has. */
const mostUsers = 1000;

const audience = answer<wire.Audience>({
  kept_from_readers: boolean.description('Kept from everybody of the role read.'),
  kept_from: nullable(list(count)).description(
    'Ids of the users from whom it is kept beside; null for who is no admin.',
  ),
});

const payload = Joi.object({
  kept_from_readers: Joi.boolean().strict().description('Kept from everybody of the role read; absent: as it is.'),
  kept_from: Joi.array()
    .items(Joi.number().integer().min(1).strict())
    .max(mostUsers)
    .unique()
    .description('Ids of users, of whom none is an admin: only admins may send it. Absent: as it is.'),
}).or('kept_from_readers', 'kept_from');

const withholding = extended<wire.Withholding, wire.Audience>(audience, {
  album: nullable(answer({ uid: word, name: text })),
  person: nullable(answer({ id: integer, name: nullable(text) })),
});

/** The routes that withhold albums and people from other users. */
export function householdRoutes({ household }: { household: Household }): Route[] {
  const albumParams = Joi.object({ album_uid: Joi.string().max(1024).required() });
  const personParams = Joi.object({ id: Joi.number().integer().min(1).required() });
  return [
    route({
      method: 'GET',
      path: '/api/withholdings',
      access: 'write',
      summary:
        'The albums and people that are kept from somebody, by name, without those that are kept from the caller.',
      answer: answer<wire.Withholdings>({ withholdings: list(withholding) }),
      handle: (call): wire.Withholdings => ({
        withholdings: household.all(callerOf(call)).map(({ album, person, ...kept }) => ({
          album: album && { ...album },
          person: person && { ...person },
          ...present(kept),
        })),
      }),
    }),

    route<{ album_uid: string }>({
      method: 'GET',
      path: '/api/albums/{album_uid}/audience',
      access: 'write',
      summary: 'From whom an album and its photos are kept.',
      params: albumParams,
      answer: audience,
      handle: (call): wire.Audience => present(household.keptFrom(callerOf(call), { album: call.params.album_uid })),
    }),

    route<{ album_uid: string }, object, AudiencePayload>({
      method: 'PUT',
      path: '/api/albums/{album_uid}/audience',
      access: 'write',
      summary:
        'Keeps an album from users, who find nothing of it or its photos anywhere from then on; or shows it to them again.',
      params: albumParams,
      payload,
      answer: audience,
      handle: (call): Reply =>
        changed(household.keep(callerOf(call), { album: call.params.album_uid }, changeIn(call))),
      audit: (_call, reply) => ({ action: 'album.audience', ...told(reply) }),
    }),

    route<{ id: number }>({
      method: 'GET',
      path: '/api/people/{id}/audience',
      access: 'write',
      summary: 'From whom a person and the photos that they are in are kept.',
      params: personParams,
      answer: audience,
      handle: (call): wire.Audience => present(household.keptFrom(callerOf(call), { person: call.params.id })),
    }),

    route<{ id: number }, object, AudiencePayload>({
      method: 'PUT',
      path: '/api/people/{id}/audience',
      access: 'write',
      summary:
        'Keeps a person from users, who find nothing of them or the photos that they are in anywhere from then on; or shows them again.',
      params: personParams,
      payload,
      answer: audience,
      handle: (call): Reply => changed(household.keep(callerOf(call), { person: call.params.id }, changeIn(call))),
      audit: (_call, reply) => ({ action: 'person.audience', ...told(reply) }),
    }),
  ];
}

const changeIn = ({
  payload: { kept_from_readers: readers, kept_from: users },
}: Pick<Call<object, object, AudiencePayload>, 'payload'>) => ({
  readers,
  users,
});

const present = ({ readers, users }: Kept): wire.Audience => ({
  kept_from_readers: readers,
  kept_from: users && [...users],
});

/** The reply with the new state of a subject, which the audit trail also needs. */
class Changed extends Reply {
  readonly kept: KeptAnew;

  constructor(kept: KeptAnew) {
    super(present(kept), { subject: kept.subject });
    this.kept = kept;
  }
}

const changed = (kept: KeptAnew): Reply => new Changed(kept);

function told(reply: Reply): { subject?: string | undefined; detail: string } {
  const { readers = false, usernames = [] } = reply instanceof Changed ? reply.kept : {};
  const from = [...(readers ? ['role read'] : []), ...usernames];
  return { subject: reply.subject, detail: from.length === 0 ? 'off' : from.join(', ') };
}
