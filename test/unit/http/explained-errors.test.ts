// The words that the console shows for a code of `/errors`.
import { describe, expect, it } from 'vitest';
import { explained } from '../../../src/http/console/watch/failed-requests.ts';
import { LANGUAGES } from '../../../src/views/page/page.ts';

describe('errors: what the console says about a code', () => {
  it.each(LANGUAGES)('is its title and its cure in "%s", and leaves the code of a failed request alone', (language) => {
    const words = explained('redirect-uri-unregistered', language);
    expect(Object.keys(words ?? {}).sort()).toEqual(['cure', 'title']);
    expect(words?.title).not.toBe('redirect-uri-unregistered');
  });

  it('is nothing for a code of an earlier version', () => {
    expect(explained('a-code-of-an-earlier-version', 'en')).toBeUndefined();
  });
});
