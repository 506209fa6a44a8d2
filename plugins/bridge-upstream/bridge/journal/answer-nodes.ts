import type { NodesAnswer } from '../../contract.ts';

/** The nodes of photos, each once, in the requested order. */
export function answerNodes(
  uids: readonly string[],
  read: (uids: readonly string[]) => NodesAnswer['nodes'],
): NodesAnswer {
  const asked = [...new Set(uids)];
  const found = new Map(read(asked).map((node) => [node.uid, node]));
  return {
    nodes: asked.flatMap((uid) => found.get(uid) ?? []),
    missing: asked.filter((uid) => !found.has(uid)),
  };
}
