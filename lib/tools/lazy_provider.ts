import type { ToolProvider } from "./protocol.ts";

/** A provider whose code is loaded with its first call. */
export function lazyProvider(tools: readonly string[], load: () => Promise<ToolProvider>): ToolProvider {
  let loading: Promise<ToolProvider> | undefined;
  let loaded: ToolProvider | undefined;
  let closed = false;
  const provider = async () => {
    loading ??= load();
    loaded = await loading;
    if (closed) loaded.close();
    return loaded;
  };
  return {
    has: (tool) => tools.includes(tool),
    call: async (call) => await (await provider()).call(call),
    close() {
      closed = true;
      loaded?.close();
    },
  };
}
