import type { NewShare } from '../../core/http/wire.ts';
import { tokenOf, type DecidedHouse } from './decided-house.ts';
import type { Decider, Decision } from './decided-decisions.ts';
import {
  fromNobody,
  isAtHand,
  keptOtherwise,
  nameOf,
  type DecidedLibrary,
  type DecidedPhoto,
} from './decided-library.ts';

const names = ['Anna', 'Ben', 'Clara', 'Dora', 'Emil'];

/** A change of the face in a photo, whose id is looked up. */
function ofFace(
  photo: DecidedPhoto,
  says: string,
  path: (face: number) => { path: string; body?: object },
  apply: (photo: DecidedPhoto, library: DecidedLibrary) => void,
): Decision {
  return {
    ...{ says: `face in ${nameOf(photo)}: ${says}`, role: 'writer', method: 'POST' },
    request: async (house) => path(await house.faceId(nameOf(photo))),
    apply: (library) => {
      apply(library.photos[photo.id]!, library);
    },
  };
}

const withFace = ({ photos }: DecidedLibrary): DecidedPhoto[] =>
  photos.filter((photo) => isAtHand(photo) && !photo.face.none);
const named = (library: DecidedLibrary): DecidedPhoto[] => withFace(library).filter(({ face }) => face.person !== null);

/** People who can be seen in photos. */
const shown = (library: DecidedLibrary): string[] => [
  ...new Set(named(library).flatMap(({ face }) => face.person ?? [])),
];

export const ofPeople: Record<string, Decider> = {
  'face named': (library, choice) => {
    const photo = choice.of(withFace(library));
    const name = choice.of(names) ?? '';
    return (
      photo &&
      ofFace(
        photo,
        name,
        (face) => ({ path: `/api/faces/${face}/person`, body: { name } }),
        (changed, { people }) => {
          changed.face.person = name;
          people[name] ??= { hidden: false, kept: fromNobody() };
        },
      )
    );
  },
  'face taken away': (library, choice) => {
    const photo = choice.of(named(library));
    return (
      photo &&
      ofFace(
        photo,
        'of nobody',
        (face) => ({ path: `/api/faces/${face}/unassign` }),
        (changed) => {
          changed.face.person = null;
        },
      )
    );
  },
  'no face': (library, choice) => {
    const photo = choice.of(withFace(library));
    const path = (face: number) => ({ path: '/api/faces/reject', body: { face_ids: [face], rejected: true } });
    return photo && choice.chance(0.5)
      ? ofFace(photo, 'none', path, (changed) => {
          changed.face.none = true;
        })
      : undefined;
  },
  'person hidden': (library, choice) => {
    const name = choice.of(shown(library));
    const hidden = name !== undefined && !library.people[name]?.hidden;
    return name === undefined
      ? undefined
      : {
          ...{ says: `${name} hidden ${hidden}`, role: 'writer', method: 'POST' },
          request: async (house) => ({ path: `/api/people/${await house.personId(name)}/hidden`, body: { hidden } }),
          apply: ({ people }) => {
            people[name]!.hidden = hidden;
          },
        };
  },
  'person kept': (library, choice) => {
    const name = choice.of(shown(library));
    if (name === undefined) return undefined;
    const kept = keptOtherwise(library.people[name]?.kept, choice);
    return {
      ...{ says: `${name} kept ${JSON.stringify(kept)}`, role: 'admin', method: 'PUT' },
      request: async (house) => ({
        path: `/api/people/${await house.personId(name)}/audience`,
        body: { kept_from_readers: kept.readers, kept_from: kept.reader ? [house.readerId] : [] },
      }),
      apply: ({ people }) => {
        people[name]!.kept = kept;
      },
    };
  },
  'people merged': (library, choice) => {
    const [source, target] = choice.shuffled(shown(library));
    if (source === undefined || target === undefined) return undefined;
    return {
      ...{ says: `${source} merged into ${target}`, role: 'writer', method: 'POST' },
      request: async (house) => ({
        path: `/api/people/${await house.personId(source)}/merge`,
        body: { target_id: await house.personId(target) },
      }),
      apply: (changed) => {
        const [gone, kept] = [changed.people[source]!, changed.people[target]!];
        kept.kept = { readers: gone.kept.readers || kept.kept.readers, reader: gone.kept.reader || kept.kept.reader };
        changed.people = Object.fromEntries(Object.entries(changed.people).filter(([name]) => name !== source));
        for (const { face } of changed.photos) if (face.person === source) face.person = target;
        for (const { rule } of changed.albums)
          if (rule && 'person' in rule && rule.person === source) rule.person = target;
      },
    };
  },
};

export const ofTrips: Record<string, Decider> = {
  'trip named': (library, choice) => {
    const trip = choice.of(library.trips.filter(({ dismissed }) => !dismissed));
    const name = choice.chance(0.2) ? null : `trip ${choice.below(1000)}`;
    return (
      trip &&
      ofTrip(trip.days[0]!, `name ${name}`, 'PATCH', '', { name }, (changed) => {
        changed.trips.find(({ days }) => days[0] === trip.days[0])!.name = name;
      })
    );
  },
  'trip dismissed': (library, choice) => {
    const trips = library.trips.filter(({ dismissed }) => !dismissed);
    const trip = choice.of(trips);
    return trip && trips.length > 2
      ? ofTrip(trip.days[0]!, 'dismissed', 'DELETE', '', undefined, (changed) => {
          changed.trips.find(({ days }) => days[0] === trip.days[0])!.dismissed = true;
        })
      : undefined;
  },
  'trip split': (library, choice) => {
    const trip = choice.of(library.trips.filter(({ dismissed, days }) => !dismissed && days.length > 1));
    const at = trip && 1 + choice.below(trip.days.length - 1);
    const day = at === undefined ? undefined : trip?.days[at];
    return (
      trip &&
      ofTrip(trip.days[0]!, `split at ${day}`, 'POST', '/split', { day }, (changed) => {
        const index = changed.trips.findIndex(({ days }) => days[0] === trip.days[0]);
        const { name, days } = changed.trips[index]!;
        const parts = [
          { name, days: days.slice(0, at) },
          { name: null, days: days.slice(at) },
        ];
        changed.trips.splice(index, 1, ...parts.map((part) => ({ ...part, dismissed: false })));
      })
    );
  },
  'trips merged': (library, choice) => {
    const trips = library.trips.filter(({ dismissed }) => !dismissed);
    const at = choice.below(trips.length - 1);
    const [first, second] = choice.shuffled(trips.slice(at, at + 2));
    if (!first || !second) return undefined;
    return {
      ...{ says: `trips of ${first.days[0]} and ${second.days[0]} merged`, role: 'writer', method: 'POST' },
      request: async (house) => ({
        path: '/api/trips/merge',
        body: { ids: [await house.tripId(first.days[0]!), await house.tripId(second.days[0]!)] },
      }),
      apply: (changed) => {
        const days = [...first.days, ...second.days].sort();
        const lies = ({ days: [day = ''] }: { days: string[] }): boolean => day >= days[0]! && day <= days.at(-1)!;
        const name = first.name ?? second.name;
        // Dismissed days in between become part of the trip again.
        const all = changed.trips.filter(lies).flatMap((trip) => trip.days);
        changed.trips = [...changed.trips.filter((trip) => !lies(trip)), { name, days: all.sort(), dismissed: false }];
        changed.trips.sort((a, b) => (a.days[0]! < b.days[0]! ? -1 : 1));
      },
    };
  },
};

function ofTrip(
  first: string,
  says: string,
  method: Decision['method'],
  path: string,
  body: object | undefined,
  apply: Decision['apply'],
): Decision {
  return {
    ...{ says: `trip of ${first}: ${says}`, role: 'writer', method, apply },
    request: async (house) => ({ path: `/api/trips/${await house.tripId(first)}${path}`, ...(body && { body }) }),
  };
}

export const ofShares: Record<string, Decider> = {
  sharing: ({ sharing }, choice) => {
    const enabled = !sharing || choice.chance(0.8);
    return {
      ...{ says: `sharing ${enabled}`, role: 'admin', method: 'PUT' },
      request: () => Promise.resolve({ path: '/api/admin/sharing', body: { enabled } }),
      apply: (library) => {
        library.sharing = enabled;
      },
    };
  },
  'new share': (library, choice) => {
    const name = `share ${choice.below(1_000_000)}`;
    const photos = choice.some(
      library.photos.filter((photo) => isAtHand(photo) && !photo.hidden),
      3,
    );
    const download = choice.chance(0.5);
    if (!library.sharing) return undefined;
    return {
      ...{
        says: `new ${name} of ${photos.map(nameOf).join()}`,
        role: choice.chance(0.5) ? 'admin' : 'writer',
        method: 'POST',
      },
      request: (house: DecidedHouse) =>
        Promise.resolve({
          path: '/api/shares',
          body: { name, download, expires_at: null, photos: photos.map((photo) => house.uidOf(nameOf(photo))) },
        }),
      apply: ({ shares }, answer) => {
        shares.push({ name, download, token: answer === undefined ? null : tokenOf(answer as NewShare) });
      },
    };
  },
  'share changed': (library, choice) => {
    const share = choice.of(library.shares);
    const download = !share?.download;
    return (
      share &&
      ofShare(share.name, `download ${download}`, 'PATCH', { download }, (changed) => {
        changed.shares.find(({ name }) => name === share.name)!.download = download;
      })
    );
  },
  'share revoked': (library, choice) => {
    const share = choice.of(library.shares);
    return (
      share &&
      ofShare(share.name, 'revoked', 'DELETE', undefined, (changed) => {
        changed.shares = changed.shares.filter(({ name }) => name !== share.name);
      })
    );
  },
};

function ofShare(
  name: string,
  says: string,
  method: Decision['method'],
  body: object | undefined,
  apply: Decision['apply'],
): Decision {
  return {
    ...{ says: `${name}: ${says}`, role: 'admin', method, apply },
    request: async (house) => ({ path: `/api/shares/${await house.shareId(name)}`, ...(body && { body }) }),
  };
}
