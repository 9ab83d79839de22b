/**
 * Chinese programming terms and the English words that code uses for them, one term a line: `中文 english english …`.
 * Data: a term belongs here when programmers say it and its English stands in identifiers.
 */
export const GLOSSARY_TERMS: readonly string[] = `
登录 login signin auth
登陆 login signin auth
登出 logout signout
注销 logout unregister
退出 exit quit logout
注册 register signup
用户 user
用户名 username
账号 account
账户 account
密码 password
口令 password token
权限 permission access
鉴权 auth authorize
认证 auth authenticate
授权 authorize grant
角色 role
令牌 token
会话 session
加密 encrypt cipher
解密 decrypt
签名 sign signature
验签 verify signature
验证 validate verify
验证码 captcha
校验 validate check verify
证书 certificate cert
密钥 key secret
哈希 hash
摘要 digest
盐 salt
重试 retry
超时 timeout
延迟 delay latency
延时 delay
等待 wait
轮询 poll
心跳 heartbeat
限流 throttle ratelimit
节流 throttle
防抖 debounce
熔断 breaker circuit
降级 fallback degrade
回退 fallback rollback
回滚 rollback
缓存 cache
缓冲 buffer
缓冲区 buffer
队列 queue
栈 stack
堆 heap
链表 list linked
数组 array
列表 list
集合 set collection
映射 map mapping
字典 dict map
哈希表 hashmap
树 tree
树形 tree
节点 node
子节点 child children
父节点 parent
根节点 root
叶子 leaf
图 graph
边 edge
索引 index
下标 index subscript
键 key
值 value
键值 key value
元组 tuple
结构体 struct
枚举 enum
接口 interface api
抽象 abstract
抽象类 abstract
类 class
类型 type
泛型 generic
对象 object
实例 instance
单例 singleton
工厂 factory
构造 construct constructor
构造函数 constructor
析构 destructor
继承 inherit extends
子类 subclass
父类 parent super
基类 base
重载 overload
重写 override
覆盖 override cover
多态 polymorphism
封装 wrap encapsulate
方法 method
函数 function func
参数 param parameter argument arg
形参 param
入参 param argument
出参 output result
返回 return
返回值 return result
变量 variable var
常量 constant const
全局 global
局部 local
静态 static
私有 private
公共 public common
公开 public
属性 property attribute prop
字段 field
成员 member
注解 annotation
装饰器 decorator
注释 comment
表达式 expression expr
语句 statement
条件 condition
分支 branch
循环 loop cycle
循环引用 circular cycle
循环依赖 circular dependency
死循环 loop infinite
递归 recursive recursion
遍历 traverse iterate walk
迭代 iterate iteration
迭代器 iterator
生成器 generator
回调 callback
闭包 closure
匿名 anonymous
异步 async
同步 sync
并发 concurrent concurrency
并行 parallel
线程 thread
线程池 threadpool pool executor
进程 process
协程 coroutine
锁 lock
死锁 deadlock
互斥 mutex
信号量 semaphore
原子 atomic
竞态 race
阻塞 block blocking
唤醒 wake notify
中断 interrupt
取消 cancel
终止 terminate abort
停止 stop
暂停 pause
恢复 resume recover restore
启动 start startup boot
重启 restart
关闭 close shutdown
打开 open
开启 enable open
启用 enable
禁用 disable
禁止 disable forbid
开关 switch toggle
初始化 init initialize
销毁 destroy dispose
释放 release free
清理 clean cleanup clear prune purge
清空 clear empty
清除 clear remove
重置 reset
加载 load
懒加载 lazy load
预加载 preload
卸载 unload uninstall unmount
挂载 mount
渲染 render
刷新 refresh flush
更新 update
新增 add create
添加 add append
创建 create
删除 delete remove
移除 remove
修改 modify update edit
编辑 edit editor
查询 query search find
查找 find lookup search
搜索 search
检索 search retrieve
过滤 filter
筛选 filter
排序 sort order
分组 group
聚合 aggregate
去重 distinct dedupe unique
合并 merge
拆分 split
分割 split
拼接 concat join
连接 connect connection join
连接池 pool connection
断开 disconnect
重连 reconnect
链接 link
绑定 bind
解绑 unbind
比较 compare
匹配 match
替换 replace
插入 insert
追加 append
复制 copy clone
拷贝 copy
克隆 clone
深拷贝 deepcopy clone
粘贴 paste
剪切 cut
截取 substring slice
裁剪 crop trim clip
移动 move
拖拽 drag
拖动 drag
拖放 drag drop
交换 swap exchange
转换 convert transform
转义 escape
编码 encode encoding
解码 decode
编码器 encoder
解码器 decoder
字符集 charset
字符 char character
字符串 string str
空字符串 empty blank
空格 space whitespace
空白 blank whitespace
换行 newline wrap line
缩进 indent
大小写 case
大写 upper uppercase
小写 lower lowercase
驼峰 camel
下划线 underscore
前缀 prefix
后缀 suffix
正则 regex regexp
通配符 wildcard glob
占位符 placeholder
分隔符 separator delimiter
引号 quote
括号 bracket paren
数字 number digit
整数 integer int
浮点 float double
小数 decimal
精度 precision
舍入 round
四舍五入 round
溢出 overflow
除法 divide division
取模 mod
随机 random
随机数 random
日期 date
时间 time
时间戳 timestamp
时区 timezone zone
日历 calendar
年份 year
月份 month
星期 week
周 week
农历 lunar chinese
时钟 clock
定时 timer schedule
定时器 timer
定时任务 cron schedule
调度 schedule scheduler dispatch
任务 task job
布尔 boolean bool
空值 null empty
空指针 null nullpointer npe
默认值 default
默认 default
可选 optional
必填 required
必须 required
最大 max maximum
最小 min minimum
长度 length len
大小 size
宽度 width
高度 height
数量 count number amount
总数 total count
计数 count
计算 calculate compute
统计 statistics count stat
求和 sum
平均 average mean
百分比 percent
进度 progress
进度条 progress
范围 range
区间 range interval
边界 boundary bound edge
阈值 threshold
限制 limit
上限 limit max
配置 config configuration setting
设置 set setting config
选项 option
环境变量 env environment
环境 environment env
参数化 parameterize
命令 command cmd
命令行 cli command
终端 terminal
控制台 console
脚本 script
日志 log logger logging
打印 print
输出 output
输入 input
输入框 input
读取 read
写入 write
读写 read write
保存 save store
存储 storage store
持久化 persist persistence
文件 file
文件名 filename
文件夹 folder directory
目录 directory dir
路径 path
扩展名 extension ext
后缀名 extension suffix
上传 upload
下载 download
压缩 compress zip
解压 decompress unzip extract
归档 archive
导入 import
导出 export
备份 backup
迁移 migrate migration
升级 upgrade
版本 version
发布 release publish
部署 deploy
构建 build
编译 compile compiler
打包 bundle pack package
依赖 dependency depend
依赖注入 inject injection
注入 inject
模块 module
包 package
插件 plugin
扩展 extension extend
组件 component
框架 framework
库 library lib
工具 tool util
工具类 util
中间件 middleware
拦截器 interceptor
拦截 intercept
过滤器 filter
监听 listen watch
监听器 listener
观察者 observer
订阅 subscribe
发布订阅 publish subscribe
事件 event
触发 trigger fire emit
派发 dispatch
消息 message msg
消息队列 queue mq
通知 notify notification
提示 tip hint prompt message
提示框 tooltip
警告 warn warning
错误 error
报错 error exception
异常 exception error
异常处理 exception handler
抛出 throw raise
捕获 catch
堆栈 stack stacktrace
崩溃 crash
泄漏 leak
泄露 leak
内存 memory
内存泄漏 memory leak
性能 performance
断言 assert
调试 debug
测试 test
单元测试 unittest test
模拟 mock simulate
覆盖率 coverage
网络 network net
请求 request
请求头 header
请求体 body
响应 response
响应式 responsive reactive
服务 service server
服务器 server
服务端 server
客户端 client
代理 proxy agent
网关 gateway
路由 route router
路由器 router
重定向 redirect
跳转 redirect jump navigate
跨域 cors origin
域名 domain host
主机 host
端口 port
地址 address url
协议 protocol
套接字 socket
长连接 keepalive
握手 handshake
数据 data
数据库 database db
数据源 datasource
数据表 table
表 table
表名 table
表格 table
表头 header thead
表单 form
列 column
行 row line
单元格 cell
主键 primary key
外键 foreign key
事务 transaction
提交 commit submit
游标 cursor
分页 page pagination
分页器 pagination
页码 page
页面 page
页 page
视图 view
模型 model
控制器 controller
模板 template
模式 mode pattern schema
布局 layout
样式 style css
主题 theme
颜色 color
字体 font
图标 icon
图片 image picture
图像 image
头像 avatar
视频 video
音频 audio
按钮 button
菜单 menu
导航 nav navigation
导航栏 navbar
面包屑 breadcrumb
标签 tag label
标签页 tab tabs
选项卡 tab tabs
标题 title
内容 content
文本 text
文本框 textarea input
多行文本 textarea
单选 radio
单选框 radio
复选框 checkbox
多选 multiple checkbox
下拉 dropdown select
下拉框 select
下拉菜单 dropdown
选择 select choose pick
选择器 selector picker select
选中 selected checked active
级联 cascade cascader
级联选择 cascader
自动完成 autocomplete
自动补全 autocomplete completion
日期选择 datepicker date picker
时间选择 timepicker time picker
日期选择器 datepicker date picker
时间选择器 timepicker time picker
颜色选择器 colorpicker color picker
滑块 slider
滑动 slide swipe scroll
滚动 scroll
滚动条 scrollbar
虚拟滚动 virtual scroll
轮播 carousel swiper swipe
弹窗 dialog popup modal
弹框 dialog popup modal
弹出 popup
弹出框 popup popover
弹出层 popup overlay
气泡 popover popconfirm tooltip
对话框 dialog
抽屉 drawer
遮罩 overlay mask
蒙层 overlay mask
浮层 popup overlay
悬停 hover
悬浮 hover float affix
点击 click
双击 dblclick
长按 longpress press
鼠标 mouse
键盘 keyboard key
按键 key
快捷键 shortcut hotkey
焦点 focus
聚焦 focus
失焦 blur
失去焦点 blur
光标 cursor caret
触摸 touch
手势 gesture
动画 animation animate transition
过渡 transition
显示 show display visible
隐藏 hide hidden
可见 visible
展示 show display
展开 expand
折叠 collapse fold
收起 collapse
折叠面板 collapse
全屏 fullscreen
缩放 zoom scale
旋转 rotate
对齐 align
居中 center
固定 fixed sticky affix
固定列 fixed column
吸顶 sticky affix
徽标 badge
徽章 badge
评分 rate
步骤 step steps
步骤条 steps
步进器 stepper
数字输入框 inputnumber input number
计数器 counter stepper
穿梭框 transfer
骨架屏 skeleton
空状态 empty
占位 placeholder
分割线 divider
折线 line
图表 chart
栅格 grid
网格 grid
卡片 card
上传组件 upload
水印 watermark
二维码 qrcode
条形码 barcode
锚点 anchor
返回顶部 backtop
国际化 i18n locale
本地化 locale localization
多语言 i18n locale
语言 language lang locale
翻译 translate translation
只读 readonly
可编辑 editable
受控 controlled
非受控 uncontrolled
双向绑定 model binding
插槽 slot
指令 directive command
生命周期 lifecycle
钩子 hook
状态 state status
状态机 state machine
上下文 context
作用域 scope
命名空间 namespace
元数据 metadata meta
反射 reflect reflection
序列化 serialize serializer
反序列化 deserialize
解析 parse parser
解析器 parser
语法 syntax grammar
词法 lexer token
语法树 ast
格式 format
格式化 format formatter
生成 generate
代码生成 codegen generate
注册表 registry
优先级 priority
权重 weight
策略 strategy policy
规则 rule
算法 algorithm
引擎 engine
执行 execute run exec
执行器 executor
运行 run
运行时 runtime
调用 call invoke
调用链 call chain
处理 process handle
处理器 handler processor
管理 manage
管理器 manager
适配器 adapter
适配 adapt
包装 wrap wrapper
委托 delegate
桥接 bridge
流 stream
流式 stream streaming
字节 byte bytes
字节流 stream byte
二进制 binary
十六进制 hex
位运算 bit bitwise
管道 pipe pipeline
通道 channel
批量 batch bulk
批处理 batch
分片 shard slice chunk
分块 chunk
副本 replica copy
集群 cluster
分布式 distributed
负载均衡 balance balancer
快照 snapshot
差异 diff
补丁 patch
冲突 conflict
分支名 branch
仓库 repository repo
钱 money
金额 amount money
价格 price
支付 pay payment
订单 order
商品 product goods
购物车 cart
优惠券 coupon
库存 stock inventory
地区 area region
城市 city
省份 province
邮箱 email mail
邮件 mail email
手机 phone mobile
手机号 phone mobile
电话 phone tel
身份证 idcard identity
银行卡 bankcard
名称 name
名字 name
别名 alias
描述 description
编号 number id
标识 id identifier flag
唯一 unique
雪花 snowflake
经纬度 coordinate
坐标 coordinate position
位置 position location
距离 distance
树选择 treeselect
拼音 pinyin
脱敏 desensitize mask
敏感词 sensitive
汉字 chinese
全角 sbc
半角 dbc
反转 reverse
倒序 reverse desc
升序 asc
降序 desc
相等 equal equals
大于 greater gt
小于 less lt
交集 intersection
并集 union
差集 subtract difference
笛卡尔积 product descartes
报告 report
行号 line lineno
列号 column col
淘汰 evict
逐出 evict
过期 expire expired
失效 invalidate expire
失败 fail failure
成功 success
出错 error
检查 check
检测 detect
记录 record log
收集 collect
沙箱 sandbox
沙盒 sandbox
隔离 isolate
预算 budget
配额 quota
额度 quota
幂等 idempotent
抖动 jitter
退避 backoff
指数 exponential
信任 trust trusted
受信 trusted
头部 header
首部 header
凭证 credential
凭据 credential
明文 plaintext
密文 ciphertext
闪现 flash
栈帧 frame
追踪 trace
跟踪 trace track
指标 metric
监控 monitor
告警 alert
审计 audit
敏感 sensitive
符号链接 symlink
软链接 symlink
临时文件 temporary temp tmp
工作区 workspace
子进程 child subprocess spawn
标准输出 stdout
标准输入 stdin
退出码 exit code
分词 tokenize token
词干 stem
片段 snippet fragment
截断 truncate
省略 omit
补全 complete completion
修剪 prune trim
保留 retain keep
未使用 unused
访问 access visit
斜杠 slash
冒号 colon
逗号 comma
附件 attachment
蓝图 blueprint
重复 duplicate repeat
缺失 missing
缺少 missing
无效 invalid
非法 illegal invalid
拒绝 reject deny refuse
允许 allow permit
信号 signal
跳过 skip
忽略 ignore
继续 continue
回车 return newline
对比 compare diff
安装 install
卸下 detach
探测 probe detect
健康检查 health healthcheck
限速 ratelimit throttle
滑动窗口 sliding window
令牌桶 token bucket
公钥 public key
私钥 private key
环形 ring circular
优雅 graceful
热更新 hot reload hmr
发送 send
接收 receive
收到 receive
转发 forward
回复 reply
应答 reply response
获取 get fetch
存放 store
决定 decide
估算 estimate
结束 end finish
开始 start begin
完成 complete finish done
入队 enqueue
出队 dequeue
为空 empty
存满 full
写回 flush writeback
落盘 flush persist
预热 warmup
轮转 rotate
收尾 finalize teardown
回收 recycle reclaim
引用 reference ref
详情 detail
列出 list
对象池 pool
热点 hotspot
复杂度 complexity
圈复杂度 cyclomatic complexity
影响 impact
影响面 impact
调用者 caller
被调用 callee
提示词 prompt
注入检测 injection
预览 preview
撤销 undo revoke
重做 redo
合法 valid legal
溯源 provenance trace
白名单 allowlist whitelist
黑名单 denylist blacklist
`.trim().split("\n");
