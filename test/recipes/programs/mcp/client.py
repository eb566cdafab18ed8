# An MCP client as its SDK's documentation writes one: python client.py MCP-SERVER DOCUMENT TASK…
# It prints what it does, a line of JSON for each step, and its person opens the addresses that it prints. The task
# `expire` makes the access token one that has expired.
import asyncio
import json
import os
import sys
from urllib.parse import parse_qs, urlparse

import httpx2
from mcp import Client
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientMetadata

server, document, *tasks = sys.argv[1:]
port = int(os.environ["PORT"])
callback = f"http://127.0.0.1:{port}/callback"
arrived = asyncio.Queue()


def say(**line):
    print(json.dumps(line), flush=True)


class Storage:
    tokens = None
    client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens
        if tokens:
            say(scope=tokens.scope, refreshable=tokens.refresh_token is not None)

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client):
        self.client = client
        say(client=client.client_id)


async def listen(reader, writer):
    request = (await reader.readline()).decode()
    while await reader.readline() not in (b"\r\n", b""):
        pass
    writer.write(b"HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nYou can close this page.")
    await writer.drain()
    writer.close()
    if " /callback" in request:
        arrived.put_nowait(parse_qs(urlparse(request.split()[1]).query))


async def open_browser(url):
    say(open=url)


async def wait_for_callback():
    query = await arrived.get()
    return AuthorizationCodeResult(code=query["code"][0], state=query["state"][0], iss=query["iss"][0])


async def main():
    await asyncio.start_server(listen, "127.0.0.1", port)
    provider = OAuthClientProvider(
        server_url=server,
        client_metadata=OAuthClientMetadata(client_name="Notes client", redirect_uris=[callback]),
        storage=Storage(),
        redirect_handler=open_browser,
        callback_handler=wait_for_callback,
        client_metadata_url=document,
    )
    async with httpx2.AsyncClient(auth=provider, follow_redirects=True) as http:
        async with Client(streamable_http_client(server, http_client=http)) as client:
            say(tools=[tool.name for tool in (await client.list_tools()).tools])
            for name in tasks:
                if name == "expire":
                    provider.context.token_expiry_time = 1
                    continue
                result = await client.call_tool(name, {"text": "Buy milk"})
                say(**{name: json.loads(result.content[0].text)})
    say(done=True)


asyncio.run(main())
