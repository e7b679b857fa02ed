#!/usr/bin/env python3
"""Runs an agent's loop: it writes a diff, `verify_patch` answers with a counterexample, and it corrects the diff.

Usage: repair_loop.py PROGRAM.c [DIFF...]

The diffs stand for what an agent writes, one after the other. To use a model, replace `Recorded`: `next_diff` gets the answer of
`check` or `verify_patch`, and returns a unified diff, or None to give up. The loop then shows the best patch of `propose`.

Needs the official SDK (`pip install 'mcp>=2'`), and `faultscope-mcp` in the PATH or in FAULTSCOPE_MCP.
Exit code: 0 if a diff is a repair, 1 if none is, 2 if something is wrong with the arguments.
"""

import asyncio
import os
import shutil
import sys
from pathlib import Path

from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

SERVER = os.environ.get("FAULTSCOPE_MCP", "faultscope-mcp")

# An agent that does not find a repair stops after this many diffs.
MAX_ATTEMPTS = 8


class Recorded:
    """An agent that has written its diffs before."""

    def __init__(self, paths):
        self.diffs = iter([Path(path).read_text() for path in paths])

    def next_diff(self, answer):
        return next(self.diffs, None)


async def call(client, tool, **arguments):
    """Calls a tool. Returns its text and its data, which is None if the call failed."""
    result = await client.call_tool(tool, arguments)
    return result.content[0].text, None if result.is_error else result.structured_content


def show(speaker, text):
    print(f"[{speaker}]\n{text.strip()}\n")


def error_of(found):
    error, inputs = found["error"], found.get("inputs", [])
    values = [f"{it.get('assigns', it['text'])} = {it['value']}" for it in inputs]
    place = f"{error['file']}:{error['line']}"
    return f"{place}: error: {error['message']}\nwith {', '.join(values) or 'no inputs'}"


async def repair(client, program, agent):
    text, found = await call(client, "check", files=[program])
    if found is None or "error" not in found:
        show("check", text)
        return 2
    show("check", error_of(found))
    answer = found
    for _ in range(MAX_ATTEMPTS):
        diff = agent.next_diff(answer)
        if diff is None:
            break
        show("agent", diff)
        text, answer = await call(client, "verify_patch", files=[program], diff=diff)
        # The last paragraph names the report, for `explain`.
        show("verify_patch", text.split("\n\nThis is `report-")[0])
        if answer is not None and answer["answer"] == "repair":
            return 0
    text, _ = await call(client, "propose", report=found["report"], limit=1)
    show("propose", text)
    return 1


async def main(program, diffs):
    agent = Recorded(diffs)
    async with Client(stdio_client(StdioServerParameters(command=SERVER))) as client:
        return await repair(client, program, agent)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    if shutil.which(SERVER) is None:
        print(f"error: `{SERVER}` does not exist; FAULTSCOPE_MCP names the server", file=sys.stderr)
        sys.exit(2)
    sys.exit(asyncio.run(main(sys.argv[1], sys.argv[2:])))
