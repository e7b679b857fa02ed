"""How BenchExec runs Faultscope (docs/benchexec.md)."""

import benchexec.result as result
import benchexec.tools.template


class Tool(benchexec.tools.template.BaseTool2):
    """Tool info for Faultscope, which finds errors in C programs and the statements that matter for them."""

    def executable(self, tool_locator):
        return tool_locator.find_executable("faultscope")

    def name(self):
        return "Faultscope"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="faultscope")

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "check", *options]
        if task.property_file:
            command += ["--property-file", task.property_file]
        model = (task.options or {}).get("data_model")
        if model:
            command += ["--data-model", model.lower()]
        if rlimits.cputime:
            command += ["--timeout", str(rlimits.cputime)]
        return command + list(task.input_files)

    def determine_result(self, run):
        # The answer is the last line of the report; what stands above it may quote the program.
        for line in reversed(run.output):
            if line.startswith("result: "):
                return line[len("result: ") :].strip()
        if run.exit_code.value == 2:
            return "ERROR (input)"
        if run.exit_code.value == 3:
            return result.RESULT_UNKNOWN
        return result.RESULT_ERROR
