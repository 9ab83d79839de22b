import { assertEquals } from "@std/assert";
import { type Definition, definitions } from "../../../lib/codebase/structure/definitions.ts";
import type { Language } from "../../../lib/codebase/files/languages.ts";

interface Sample {
  language: Language;
  source: string;
  expected: string[];
}

/** `first-last kind container.name < bases` */
function said({ line, endLine, kind, container, name, bases }: Definition): string {
  const holder = container === undefined ? "" : `${container}.`;
  return `${line}-${endLine} ${kind} ${holder}${name}${bases === undefined ? "" : ` < ${bases.join(", ")}`}`;
}

const SAMPLES: Sample[] = [
  {
    language: "java",
    source: `package com.foo;

import java.util.List;

/** class Nope { } */
@Service
@RequestMapping(value = "/x", method = {RequestMethod.GET})
public abstract class A<T extends Foo> extends Base<T> implements B, C<D> {
    private static final Logger LOG = LoggerFactory.getLogger(A.class);
    private final List<String> names = new ArrayList<>();
    private int x;

    public A(int x) {
        this.x = x;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <R> Map<String, List<R>> find(
            final String name,
            int count) throws IOException {
        if (x > 1) {
            return foo(new Runnable() {
                @Override
                public void run() { }
            });
        }
        for (int i = 0; i < 2; i++) {
        }
    }

    abstract void go(int a);

    interface Inner { void m(); }
    enum Kind { ONE(1), TWO(2); Kind(int x) { } }
    record Point(int x, int y) implements Shape { }
}
`,
    expected: [
      "8-37 class A < Base, B, C",
      "9-9 constant A.LOG",
      "10-10 constant A.names",
      "13-15 method A.A",
      "19-30 method A.find",
      "32-32 method A.go",
      "34-34 interface A.Inner",
      "35-35 enum A.Kind",
      "36-36 class A.Point < Shape",
    ],
  },
  {
    language: "c",
    source: `#include <stdio.h>
#define MAX 10
#define FOO(x) do { x } while (0)
typedef struct {
    int a;
} point_t;
struct node {
    struct node *next;
};
typedef unsigned long ulong_t;
typedef int (*callback)(int);
enum color { RED };
static int counter = 0;
int prototype(int a);
static inline struct node *
make_node(int a,
          char *b)
{
    if (a) {
        return call(a);
    }
#ifdef X
    while (a) {
#else
    for (;;) {
#endif
    }
}
int main(void) { return 0; }
static const struct file_operations ops = {
    .open = my_open,
};
int last(void)
{
}
MODULE_LICENSE("GPL");
`,
    expected: [
      "2-2 macro MAX",
      "3-3 macro FOO",
      "4-6 class point_t",
      "7-9 class node",
      "10-10 type ulong_t",
      "11-11 type callback",
      "12-12 enum color",
      "16-28 function make_node",
      "29-29 function main",
      "30-32 constant ops",
      "33-35 function last",
    ],
  },
  {
    language: "cpp",
    source: `#include "a.h"
namespace foo::bar {
template <typename T>
class EXPORT Widget final : public Base<T>, private ns::Other {
public:
    Widget();
    ~Widget() override = default;
    virtual int size() const noexcept { return 1; }
    static Widget *create(int a, int b = 5);
    bool operator==(const Widget &o) const;
private:
    int x_{0};
    std::vector<int> v_;
};
Widget::Widget() : x_{5} {
}
std::string Widget::name(const std::string &s) const {
    for (auto &x : v_) { }
    return "";
}
auto lambda = [](int a) { return a; };
using Str = std::string;
constexpr int kMax = 10;
} // namespace
extern "C" {
void c_api(void) {
}
}
`,
    expected: [
      "2-24 module foo::bar",
      "4-14 class Widget < Base, Other",
      "6-6 method Widget.Widget",
      "7-7 method Widget.~Widget",
      "8-8 method Widget.size",
      "9-9 method Widget.create",
      "10-10 method Widget.operator==",
      "15-15 method Widget.Widget",
      "17-20 method Widget.name",
      "22-22 type Str",
      "23-23 constant kMax",
      "26-27 function c_api",
    ],
  },
  {
    language: "csharp",
    source: `using System;
namespace Foo.Bar;
[Serializable]
public sealed class Service<T> : BaseService, IService where T : class
{
    private readonly ILogger _logger;
    public const int Max = 5;
    public string Name { get; set; }
    public int Count => _items.Count;
    public Service(ILogger logger) : base(logger)
    {
        _logger = logger;
    }
    [HttpGet("x")]
    public async Task<List<T>> GetAsync(int id, [FromBody] string x = "a")
    {
        if (id > 0) { return null; }
        using (var x = foo()) { }
    }
    public int Add(int a) => a + 1;
}
public interface IService { void Run(int a); }
public record Person(string Name, int Age) : Base;
`,
    expected: [
      "4-21 class Service < BaseService, IService",
      "6-6 constant Service._logger",
      "7-7 constant Service.Max",
      "8-8 property Service.Name",
      "9-9 property Service.Count",
      "10-13 method Service.Service",
      "15-19 method Service.GetAsync",
      "20-20 method Service.Add",
      "22-22 interface IService",
      "23-23 class Person < Base",
    ],
  },
  {
    language: "dart",
    source: `class Foo extends StatefulWidget with Mixin implements A {
  final int x;
  Foo({required this.x});
  Foo.named(this.x);
  @override
  Widget build(BuildContext context) {
    return Text("x");
  }
  Future<void> load() async {
    if (x) { }
  }
  int get size => 1;
}
void main() {
}
`,
    expected: [
      "1-13 class Foo < StatefulWidget, Mixin, A",
      "2-2 constant Foo.x",
      "3-3 method Foo.Foo",
      "6-8 method Foo.build",
      "9-11 method Foo.load",
      "14-15 function main",
    ],
  },
];

for (const { language, source, expected } of SAMPLES) {
  Deno.test(`definitions of ${language}: names, kinds, containers, bases and where they end`, () => {
    assertEquals(definitions(source, language).map(said), expected);
  });
}
