"""An editor that is written with the types of the protocol that others have made. Arguments: the server, a file.

Everything that the server sends is read into those types, which refuses what the protocol does not have.
"""

import asyncio
import pathlib
import sys

from lsprotocol import types
from pygls.lsp.client import LanguageClient

TIMEOUT = 120


async def session(server, path):
    faults = []
    found = asyncio.Queue()

    class Client(LanguageClient):
        def report_server_error(self, error, source):
            faults.append(f"{source}: {error}")

    client = Client("editor of a test", "1")
    kinds = set()

    @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def publish(params: types.PublishDiagnosticsParams):
        found.put_nowait(params)

    @client.feature(types.WINDOW_WORK_DONE_PROGRESS_CREATE)
    def create(params: types.WorkDoneProgressCreateParams):
        return None

    @client.feature(types.PROGRESS)
    def progress(params: types.ProgressParams):
        kinds.add(params.value["kind"] if isinstance(params.value, dict) else params.value.kind)

    @client.feature(types.WINDOW_LOG_MESSAGE)
    def log(params: types.LogMessageParams):
        pass

    async def answer(awaitable):
        return await asyncio.wait_for(awaitable, TIMEOUT)

    async def diagnostics(is_wanted):
        while True:
            params = await answer(found.get())
            if is_wanted(params.diagnostics):
                return params.diagnostics

    await client.start_io(server, "lsp")
    capabilities = types.ClientCapabilities(
        window=types.WindowClientCapabilities(work_done_progress=True),
        text_document=types.TextDocumentClientCapabilities(
            publish_diagnostics=types.PublishDiagnosticsClientCapabilities(related_information=True)
        ),
        workspace=types.WorkspaceClientCapabilities(
            workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=True)
        ),
    )
    folder = pathlib.Path(path).parent.as_uri()
    initialized = await answer(
        client.initialize_async(
            types.InitializeParams(
                capabilities=capabilities,
                workspace_folders=[types.WorkspaceFolder(uri=folder, name="x")],
                initialization_options={"checkOnOpen": True},
            )
        )
    )
    print(initialized.server_info.name)
    client.initialized(types.InitializedParams())
    uri = pathlib.Path(path).as_uri()
    text = pathlib.Path(path).read_text()
    document = types.TextDocumentIdentifier(uri=uri)
    item = types.TextDocumentItem(uri=uri, language_id="c", version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))

    async def action(them):
        """The quick fixes at an error, once there are some: what is known comes bit by bit."""
        error = next((it for it in them if it.severity == types.DiagnosticSeverity.Error), None)
        if error is None or not error.related_information:
            return None, []
        context = types.CodeActionContext(diagnostics=[error])
        params = types.CodeActionParams(text_document=document, range=error.range, context=context)
        return error, await answer(client.text_document_code_action_async(params))

    preferred = []
    while not preferred:
        error, fixes = await action(await diagnostics(lambda them: True))
        preferred = [it for it in fixes if it.is_preferred]
    print(error.range.start.line, len(preferred), types.CodeActionKind(preferred[0].kind).value)
    where = types.HoverParams(text_document=document, position=error.range.start)
    hover = await answer(client.text_document_hover_async(where))
    print(hover.contents.kind.value)
    lenses = await answer(client.text_document_code_lens_async(types.CodeLensParams(text_document=document)))
    print(lenses[0].command.title)
    edit = preferred[0].edit.document_changes[0].edits[0]
    lines = text.splitlines(keepends=True)
    first, last = edit.range.start, edit.range.end
    assert first.line == last.line
    line = lines[first.line]
    lines[first.line] = line[: first.character] + edit.new_text + line[last.character :]
    pathlib.Path(path).write_text("".join(lines))
    version = types.VersionedTextDocumentIdentifier(uri=uri, version=2)
    change = types.TextDocumentContentChangePartial(range=edit.range, text=edit.new_text)
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(text_document=version, content_changes=[change])
    )
    client.text_document_did_save(types.DidSaveTextDocumentParams(text_document=document))
    await diagnostics(lambda them: not them)
    print("no error")
    await answer(client.shutdown_async(None))
    client.exit(None)
    print(sorted(kinds), faults)


asyncio.run(session(sys.argv[1], sys.argv[2]))
