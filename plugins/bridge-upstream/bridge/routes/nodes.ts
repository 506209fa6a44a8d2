import type { ServerRoute } from '@hapi/hapi';
import Joi from 'joi';
import { mostNodes, type Node, type NodesAnswer } from '../../contract.ts';
import { notInJournal, storeFailure } from '../errors.ts';
import { checkInput, uid, uidParams } from './check-input.ts';
import type { RouteParts } from './parts.ts';

const uidsBody = Joi.object<{ uids: string[] }>({ uids: Joi.array().items(uid).max(mostNodes).required() });

/** Bytes of a body: `mostNodes` of the longest uids, and space for unknown fields. */
const largestBody = 64 * 1024;

export function nodeRoutes({ catalog, status }: Pick<RouteParts, 'catalog' | 'status'>): ServerRoute[] {
  const nodes = (uids: readonly string[]): NodesAnswer => {
    const answer = catalog.nodes([...new Set(uids)]);
    // `missing` is as authoritative as a `not_found`: only a store in good condition may report it.
    const failure = answer.missing.length > 0 ? storeFailure(status().condition) : undefined;
    if (failure) throw failure;
    return answer;
  };
  return [
    {
      method: 'POST',
      path: '/v1/nodes',
      options: { payload: { maxBytes: largestBody, allow: ['application/json'] } },
      handler: ({ payload }) => nodes(checkInput(uidsBody, payload).uids),
    },
    {
      method: 'GET',
      path: '/v1/nodes/{uid}',
      handler: ({ params }): Node => {
        const [node] = nodes([checkInput(uidParams, params).uid]).nodes;
        if (!node) throw notInJournal('photo', status().condition);
        return node;
      },
    },
  ];
}
