// A request that stays under way on a server for as long as a test wants.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * Sends the head of a token request, which the server has read when this resolves. Its three bytes of body are missing.
 */
export async function holdRequest({ authUrl }: { authUrl: string }): Promise<Socket> {
  const socket = connect(Number(new URL(authUrl).port), '127.0.0.1');
  // A server that is killed cuts the connection.
  socket.on('error', () => {});
  socket.write(
    'POST /oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n' +
      'Content-Length: 3\r\nExpect: 100-continue\r\n\r\n',
  );
  await once(socket, 'data');
  return socket;
}
