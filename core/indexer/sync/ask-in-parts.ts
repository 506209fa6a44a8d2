import { isSourceError } from '../../plugin-api/errors.ts';
import type { CheckedNodes } from './source-shapes.ts';

/** Photos that are asked for alone and in vain, after which it is the source that is broken, and not they. */
const mostInVain = 10;

/**
 * Asks for some photos, and for half as many at a time where the answer is no good: so one node that is too large or
 * makes no sense is found, and fails alone.
 * @throws SourceError when the source answers wrongly whatever it is asked
 */
export async function askInParts(
  asked: readonly string[],
  ask: (part: readonly string[]) => Promise<CheckedNodes>,
): Promise<CheckedNodes> {
  const answers: CheckedNodes[] = [];
  let answered = 0;
  let inVain = 0;

  const find = async (part: readonly string[]): Promise<void> => {
    try {
      answers.push(await ask(part));
      answered += 1;
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
      const isOver = part.length === asked.length || inVain >= mostInVain;
      if (asked.length > 1 && isOver && answered === 0) throw error;
    }
  };
  await find(asked);
  return {
    nodes: new Map(answers.flatMap(({ nodes }) => [...nodes])),
    wrong: new Map(answers.flatMap(({ wrong }) => [...wrong])),
  };
}
