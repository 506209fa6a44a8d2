import { isSourceError } from '../../plugin-api/errors.ts';
import type { CheckedNodes } from './source-shapes.ts';

/** After this many single requests without a valid response, the source counts as broken, not the photos. */
const maxInVain = 10;

/**
 * Requests nodes of photos. After an invalid response, batches are halved, so that a node that is too large or invalid is
 * isolated and fails alone.
 * @throws SourceError if all responses of the source are invalid
 */
export async function askInParts(
  uids: readonly string[],
  ask: (part: readonly string[]) => Promise<CheckedNodes>,
): Promise<CheckedNodes> {
  const answers: CheckedNodes[] = [];
  let validCount = 0;
  let inVain = 0;

  const find = async (part: readonly string[]): Promise<void> => {
    try {
      answers.push(await ask(part));
      validCount += 1;
    } catch (error) {
      if (!isSourceError(error) || error.code !== 'bad_answer') throw error;
      const [uid] = part;
      if (part.length > 1) {
        const middle = Math.ceil(part.length / 2);
        await find(part.slice(0, middle));
        await find(part.slice(middle));
      } else if (uid !== undefined) {
        answers.push({ nodes: new Map(), wrong: new Map([[uid, error.message.replace(/\.$/, '')]]) });
        inVain += 1;
      }
      const isOver = part.length === uids.length || inVain >= maxInVain;
      if (uids.length > 1 && isOver && validCount === 0) throw error;
    }
  };
  await find(uids);
  return {
    nodes: new Map(answers.flatMap(({ nodes }) => [...nodes])),
    wrong: new Map(answers.flatMap(({ wrong }) => [...wrong])),
  };
}
