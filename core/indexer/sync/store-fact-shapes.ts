import type { SourceNode, SourcePerson } from '../../plugin-api/photo-source.ts';
import { fail, fields, number, orNull, ShapeError, text, type Fields } from '../shape-checks.ts';

/*
 * Data that users entered about a photo in its store, and its path there, validated entry by entry. Invalid entries, and
 * entries beyond the limits, are left out; the photo is kept.
 */

const maxPeople = 200;
const maxTags = 500;
const longestName = 1000;

/** The most characters of a path. A longer path is ignored. */
const longestPath = 4000;

type StoreFactFields = Pick<SourceNode, 'people' | 'tags' | 'favourite' | 'path'>;

/** Whether the store has data from people: a field that is absent or null does not count. */
export function readStoreFacts({ people, tags, favourite, path }: Fields): StoreFactFields {
  return {
    ...(typeof path === 'string' && path.length <= longestPath && { path }),
    ...(Array.isArray(people) && { people: rightOnes(people.slice(0, maxPeople), readPerson) }),
    ...(Array.isArray(tags) && {
      tags: rightOnes(tags.slice(0, maxTags), (tag, index) => text(tag, `tags[${index}]`, longestName, 1)),
    }),
    ...(typeof favourite === 'boolean' && { favourite }),
  };
}

function rightOnes<T>(entries: readonly unknown[], read: (entry: unknown, index: number) => T): T[] {
  return entries.flatMap((entry, index) => {
    try {
      return [read(entry, index)];
    } catch (error) {
      if (error instanceof ShapeError) return [];
      throw error;
    }
  });
}

export function readMotion(value: unknown): Pick<SourceNode, 'motion'> {
  if (!isSaid(value)) return {};
  const { mediaType, size } = fields(value, 'motion');
  return {
    motion: {
      mediaType: text(mediaType, 'motion.mediaType', 256),
      size: orNull(size, (bytes) => {
        const count = number(bytes, 'motion.size');
        if (!Number.isSafeInteger(count) || count < 0) fail('motion.size', 'a whole number of bytes');
        return count;
      }),
    },
  };
}

function readPerson(value: unknown, index: number): SourcePerson {
  const path = `people[${index}]`;
  const { name, box } = fields(value, path);
  const person = { name: text(name, `${path}.name`, longestName, 1) };
  return isSaid(box) ? { ...person, box: readBox(fields(box, `${path}.box`), `${path}.box`) } : person;
}

/** A box may reach a little beyond the photo, because some programs draw boxes around whole heads. */
function readBox(box: Fields, path: string): Required<SourcePerson>['box'] {
  const side = (name: string): number => {
    const value = number(box[name], `${path}.${name}`);
    if (Math.abs(value) > 2) fail(`${path}.${name}`, 'a fraction of the photo');
    return value;
  };
  const [x, y, w, h] = [side('x'), side('y'), side('w'), side('h')];
  if (w <= 0 || h <= 0) fail(path, 'a box with a width and a height');
  return { x, y, w, h };
}

const isSaid = (value: unknown): boolean => value !== undefined && value !== null;
