"""Speaks with the server as clients do that are written with the protocol's own package. Arguments: the server, a revision's mode."""

import asyncio
import sys

from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

SOURCE = "int main(void) {\n    int t[2] = {0};\n    int i = 2;\n    return t[i];\n}\n"


async def session(server, mode):
    async with Client(stdio_client(StdioServerParameters(command=server)), mode=mode) as client:
        print(client.protocol_version)
        tools = await client.list_tools()
        print([tool.name for tool in tools.tools])
        # The package checks what is answered against the schema that the tool has for it.
        found = await client.call_tool("check", {"source": SOURCE})
        print(found.is_error, found.structured_content["verdict"])
        patch = found.structured_content["patches"][0]["diff"]
        one = await client.call_tool("explain", {"finding": 1})
        print(one.is_error, one.structured_content["finding"]["rank"])
        more = await client.call_tool("propose", {"limit": 2})
        print(more.is_error, [patch["number"] for patch in more.structured_content["patches"]])
        repair = await client.call_tool("verify_patch", {"source": SOURCE, "diff": patch})
        print(repair.is_error, repair.structured_content["answer"])
        wrong = await client.call_tool("check", {"effort": "much"})
        print(wrong.is_error)


asyncio.run(session(sys.argv[1], sys.argv[2]))
