import type { NodesAnswer } from '../../contract.ts';

/** The nodes of photos, each once, in the requested order. */
export function answerNodes(
  uids: readonly string[],
  read: (uids: readonly string[]) => NodesAnswer['nodes'],
): NodesAnswer {
  const requested = [...new Set(uids)];
  const nodes = new Map(read(requested).map((node) => [node.uid, node]));
  return {
    nodes: requested.flatMap((uid) => nodes.get(uid) ?? []),
    missing: requested.filter((uid) => !nodes.has(uid)),
  };
}
