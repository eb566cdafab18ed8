// ../nouns/delete-batch.ts, for the stores that stand in this folder.
export { deleteBatch } from '../nouns/delete-batch.ts';
