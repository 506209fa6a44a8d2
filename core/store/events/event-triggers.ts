import type { EventKind } from '../../domain/event-kind.ts';

/** The condition for writing an event, and its content. */
interface Written {
  /** `AFTER … ON …` with a condition. */
  readonly when: string;
  /** The pairs of a JSON object; or the id of a photo, whose event is written only if the photo is in the library. */
  readonly facts: string | { readonly photo: string };
}

/** The columns of photos after whose change programs that show the photo should read it again. */
const columns = [
  ...['indexed_rev', 'kind', 'name', 'sha1', 'taken_at', 'taken_at_local', 'lat', 'lng', 'place_id', 'caption'],
  ...['width', 'height', 'turned', 'thumb_revision', 'fault'],
];
const differs = columns.map((column) => `old.${column} IS NOT new.${column}`).join(' OR ');

const newPhoto = `'photo', new.uid`;
const oldPhoto = `'photo', old.uid`;

/** The conditions for an action of the audit trail: a new entry, or a higher count of an entry that represents several. */
const noted = (action: string): readonly string[] => [
  `AFTER INSERT ON main.audit_entries WHEN new.action = '${action}'`,
  `AFTER UPDATE OF times ON main.audit_entries WHEN new.action = '${action}'`,
];

const writtenFor: Readonly<Record<EventKind, readonly Written[]>> = {
  'photo.indexed': [
    { when: 'AFTER INSERT ON main.photos WHEN new.listed = 1', facts: newPhoto },
    {
      when: `AFTER UPDATE OF uid, indexed_at, deleted_at ON main.photos
        WHEN new.listed = 1 AND (old.listed = 0 OR old.uid <> new.uid)`,
      facts: newPhoto,
    },
  ],
  'photo.changed': [
    {
      when: `AFTER UPDATE OF ${columns.join(', ')} ON main.photos
        WHEN old.listed = 1 AND new.listed = 1 AND old.uid = new.uid AND (${differs})`,
      facts: newPhoto,
    },
    { when: 'AFTER INSERT ON main.photo_flags', facts: { photo: 'new.photo_id' } },
    { when: 'AFTER UPDATE ON main.photo_flags', facts: { photo: 'new.photo_id' } },
    { when: 'AFTER DELETE ON main.photo_flags', facts: { photo: 'old.photo_id' } },
  ],
  'photo.gone': [
    { when: 'AFTER DELETE ON main.photos WHEN old.listed = 1', facts: oldPhoto },
    {
      when: `AFTER UPDATE OF uid, indexed_at, deleted_at ON main.photos
        WHEN old.listed = 1 AND (new.listed = 0 OR old.uid <> new.uid)`,
      facts: oldPhoto,
    },
  ],
  'person.named': [
    { when: 'AFTER INSERT ON main.people WHEN new.name IS NOT NULL', facts: `'person', new.id, 'name', new.name` },
    {
      when: 'AFTER UPDATE OF name ON main.people WHEN new.name IS NOT NULL AND old.name IS NOT new.name',
      facts: `'person', new.id, 'name', new.name`,
    },
  ],
  'person.merged': [
    {
      when: `AFTER UPDATE OF state ON main.merge_records WHEN old.state = 'merging' AND new.state = 'merged'`,
      facts: `'person', new.target_id, 'merged', new.person_id`,
    },
  ],
  'backup.taken': noted('backup.taken').map((when) => ({ when, facts: `'snapshot', new.subject` })),
  'sign-in': noted('login.succeeded').map((when) => ({
    when,
    facts: `'userId', new.actor_id, 'username', new.actor, 'address', new.address`,
  })),
};

/** The prefix of these triggers, which no other trigger of the connection has. */
export const triggerPrefix = 'event_';

/**
 * The triggers that write the events of one kind, in the transaction of the change itself. They belong to one connection and
 * are not stored in the file. While no plugin listens, there are none, so that writes cost nothing extra.
 */
export function eventTriggers(kind: EventKind): string[] {
  return writtenFor[kind].map(({ when, facts }, number) => {
    const row =
      typeof facts === 'string'
        ? `SELECT event_time(), '${kind}', json_object(${facts})`
        : `SELECT event_time(), '${kind}', json_object('photo', uid) FROM photos WHERE id = ${facts.photo} AND listed = 1`;
    return `CREATE TEMP TRIGGER ${triggerPrefix}${kind.replace(/\W/g, '_')}_${number} ${when} BEGIN
      INSERT INTO library_events (at, kind, facts) ${row};
    END`;
  });
}
