// A request that a server has under way for as long as a test likes.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** The head of a token request that the server has read; its body, three bytes, is due. */
export async function holdRequest({ authUrl }: { authUrl: string }): Promise<Socket> {
  const socket = connect(Number(new URL(authUrl).port), '127.0.0.1');
  // A server that is killed cuts it.
  socket.on('error', () => {});
  socket.write(
    'POST /oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n' +
      'Content-Length: 3\r\nExpect: 100-continue\r\n\r\n',
  );
  await once(socket, 'data');
  return socket;
}
