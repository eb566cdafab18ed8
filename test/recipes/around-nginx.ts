// An nginx of the size a test needs, around the recipe's files.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFolder } from './given-tokens.ts';

const configuration = (port: number, scratch: string) => `
  daemon off;
  pid ${scratch}/nginx.pid;
  error_log stderr;
  events {}
  http {
    access_log off;
    ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${scratch}/${name};`).join('\n')}
    server {
      listen 127.0.0.1:${port};
      include api.conf;
    }
  }`;

/** How both programs of the recipe are started. */
export const nginxAround = {
  // The program that nginx asks begins with it.
  command: ({ port, folder }: { port: number; folder: string }) => {
    writeFileSync(join(folder, 'nginx.conf'), configuration(port, openFolder(folder, 'scratch')));
    const both = `"$NODE" check.mjs & /usr/sbin/nginx -c "$PWD/nginx.conf" & trap 'kill $(jobs -p)' TERM; wait`;
    return ['/bin/bash', '-c', both] as const;
  },
  environment: { NODE: process.execPath },
};
