// Styles and scripts as the built program serves them: minified, and saying what their sources say.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '../../helpers/program.ts';
import type { TestServer } from '../../helpers/server.ts';

const SOURCES = fileURLToPath(new URL('../../../src/views/assets/', import.meta.url));
const BUILT = fileURLToPath(new URL('../../../dist/views/assets/', import.meta.url));
const names = readdirSync(SOURCES, { encoding: 'utf8', recursive: true }).filter((name) => /\.(css|js)$/.test(name));
const readSource = (name: string) => readFileSync(SOURCES + name, 'utf8');
const readBuilt = (name: string) => readFileSync(BUILT + name, 'utf8');

describe('a built asset', () => {
  it.each(names)('%s has no comments and no indentation, and is smaller than its source', (name) => {
    const built = readBuilt(name);
    expect(built.trimEnd()).not.toMatch(/\/\*|^\s*\/\/|\n\s/m);
    expect(built.length).toBeLessThan(readSource(name).length * 0.85);
    expect(built.endsWith('\n')).toBe(true);
  });

  it.each(names.filter((name) => name.endsWith('.css')))('%s has every class and variable of its source', (name) => {
    const wordsOf = (text: string) =>
      new Set(text.replace(/\/\*[\s\S]*?\*\//g, '').match(/\.[a-z][a-z-]*(?=[\s,:{.>+)])|--[a-z][a-z0-9-]*/g));
    expect([...wordsOf(readBuilt(name))].sort()).toEqual([...wordsOf(readSource(name))].sort());
  });

  it.each(names.filter((name) => name.endsWith('.js')))('%s is a script that a browser can read', (name) => {
    expect(() => new Function(readBuilt(name))).not.toThrow();
  });
});

describe('the built program', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());

  const pathsOf = async (page: string) => {
    const html = await (await fetch(server.authUrl + page)).text();
    return [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  };

  it('serves its minified style with the accent after it, and its minified script', async () => {
    const paths = await pathsOf('/login');
    const bodyOf = async (name: string) => {
      const path = paths.find((one) => one.startsWith(`/assets/${name}-`));
      return (await fetch(`${server.authUrl}${path}`)).text();
    };
    const style = await bodyOf('style');
    const parts = names.filter((name) => name.startsWith('style/')).map(readBuilt);
    expect(parts.filter((part) => !style.includes(part))).toEqual([]);
    expect(style.startsWith(readBuilt('style/base.css'))).toBe(true);
    expect(style.slice(parts.join('').length)).toMatch(/^:root\{--accent:#[0-9a-f]{6};/);
    expect(await bodyOf('script')).toBe(readBuilt('enhance.js'));
  });
});
