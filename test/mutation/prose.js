// Excludes sentences for people, such as the description of an error, from mutation. The contract promises an error's
// code, which tests check. A test that repeats the sentence would only make it harder to improve.
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** Two adjacent words of letters. A parameter, a code or a claim has no space. */
const PROSE = /\p{L}{2}[^\s\p{L}]* (?:\S+ )*\p{L}/u;

const textOf = ({ type, value, quasis }) => {
  if (type === 'StringLiteral') return value;
  return type === 'TemplateLiteral' ? quasis.map((quasi) => quasi.value.raw).join('…') : '';
};

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'prose', {
    shouldIgnore: ({ node }) => (PROSE.test(textOf(node)) ? 'A sentence for people' : undefined),
  }),
];
