// Rules that follow from several settings.
import { expect, it } from 'vitest';
import type { Settings } from '../../../src/settings/config.ts';
import { takesInternalDocuments } from '../../../src/settings/rules.ts';

it.each<[boolean, readonly string[], boolean]>([
  [true, ['https://intranet.example/'], true],
  [true, [], true],
  [true, ['https://'], false],
  [false, ['https://intranet.example/'], false],
  [false, ['https://'], false],
])(
  'contract 46: internal deliveries %s, documents of %j: internal documents and keys %s',
  (internalDeliveries, clientMetadataDocuments, taken) => {
    expect(takesInternalDocuments({ internalDeliveries, clientMetadataDocuments } as unknown as Settings)).toBe(taken);
  },
);
