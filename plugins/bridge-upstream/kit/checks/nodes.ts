import { mostNodes, type NodesAnswer } from '../../contract.ts';
import { checksOf } from '../check.ts';
import { isError, jsonOf, must, same } from '../expect.ts';
import { readNodes } from '../reading.ts';
import { checkShape } from '../shapes.ts';
import { unknownUid } from './routes.ts';

export const nodeChecks = checksOf('core', {
  'returns nodes in the format of the contract': async (context) => {
    const uids = (await context.sample()).map(({ uid }) => uid).slice(0, mostNodes);
    const response = await context.probe.send('/nodes', { method: 'POST', body: { uids } });
    const { nodes } = checkShape(jsonOf(response), 'nodes', response.asked);
    for (const { uid, sha1, sha1Source } of nodes) {
      must(
        (sha1 === null) === (sha1Source === null),
        `The node ${uid}: sha1 and sha1Source must both be null, or neither.`,
      );
    }
  },
  'reports only paths inside the store, if any': async (context) => {
    for (const { uid, name, path } of await context.sample()) {
      if (path === undefined) continue;
      const names = path.split('/');
      must(
        names.every((part) => part !== '' && part !== '.' && part !== '..'),
        `The node ${uid}: the path must be a relative path inside the store, with slashes, but none at its beginning or end.`,
      );
      same(names.at(-1), name, `The last part of the path of the node ${uid}`);
    }
  },
  'returns a single node as in a batch': async (context) => {
    for (const node of (await context.sample()).slice(0, 10)) {
      const response = await context.probe.send(`/nodes/${node.uid}`);
      same(checkShape(jsonOf(response), 'node', response.asked), node, response.asked);
    }
  },
  'reports the same data in nodes as in the timeline': async (context) => {
    const items = (await context.timeline()).slice(0, 300);
    const nodes = new Map(
      (
        await readNodes(
          context.probe,
          items.map(({ uid }) => uid),
        )
      ).map((node) => [node.uid, node]),
    );
    for (const { uid, captureTime, rev, tags } of items) {
      const node = nodes.get(uid);
      must(node !== undefined, `The timeline lists ${uid}, but POST /nodes does not return its node.`);
      same(
        [node.captureTime, node.rev, node.tags],
        [captureTime, rev, tags],
        `The captureTime, rev and tags of the node ${uid}`,
      );
    }
  },
  'returns the known nodes of a batch, and names the missing uids': async (context) => {
    const [first] = await context.sample();
    const body = { uids: [unknownUid, first?.uid, `${unknownUid}-2`] };
    const response = await context.probe.send('/nodes', { method: 'POST', body });
    const { nodes, missing } = jsonOf(response) as NodesAnswer;
    same(
      nodes.map(({ uid }) => uid),
      [first?.uid],
      'The nodes of a batch with two unknown uids',
    );
    same([...missing].sort(), [unknownUid, `${unknownUid}-2`], 'The missing uids of a batch with two unknown uids');
  },
  'returns a node once if its uid is requested twice': async (context) => {
    const [first] = await context.sample();
    const body = { uids: [first?.uid, first?.uid, unknownUid, unknownUid] };
    const response = await context.probe.send('/nodes', { method: 'POST', body });
    const { nodes, missing } = jsonOf(response) as NodesAnswer;
    same(
      [nodes.length, missing.length],
      [1, 1],
      'The numbers of nodes and of missing uids, for two uids that are requested twice',
    );
  },
  'accepts an empty batch': async ({ probe }) => {
    same(
      jsonOf(await probe.send('/nodes', { method: 'POST', body: { uids: [] } })),
      { nodes: [], missing: [] },
      'POST /nodes without uids',
    );
  },
  'accepts a hundred uids in a batch and rejects one more': async ({ probe }) => {
    const uids = Array.from({ length: mostNodes + 1 }, (_, i) => `${unknownUid}-${i}`);
    const { missing } = jsonOf(await probe.send('/nodes', { method: 'POST', body: { uids: uids.slice(1) } })) as {
      missing: unknown[];
    };
    same(missing.length, mostNodes, 'How many of a hundred unknown uids are reported as missing');
    isError(await probe.send('/nodes', { method: 'POST', body: { uids } }), 'bad_request');
  },
  'answers not_found for an unknown node': async ({ probe }) => {
    isError(await probe.send(`/nodes/${unknownUid}`), 'not_found');
  },
  'links photos and their motion parts in both directions': async (context) => {
    for (const node of (await context.sample()).filter(({ relatedUids }) => relatedUids.length > 0)) {
      const related = await readNodes(context.probe, node.relatedUids);
      same(
        related.map(({ mainUid }) => mainUid),
        node.relatedUids.map(() => node.uid),
        `The mainUids of the photos related to ${node.uid}`,
      );
    }
  },
});
