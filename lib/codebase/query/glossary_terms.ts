/**
 * Chinese programming terms and the English words that code uses for them, field by field. In each field one term a line, sorted:
 * `中文 english english …`, one to four words, the most common first. The longest term wins, so a term of several words stands here where it
 * says more than its parts. Data: a term belongs here when programmers say it and its English stands in identifiers.
 */
export const TECHNICAL_FIELDS: readonly string[] = [
  // Components of a user interface.
  `
上传组件 upload
上拉加载 loadmore infinite
下拉 dropdown select
下拉刷新 pullrefresh refresh
下拉框 select
下拉菜单 dropdown
主按钮 primary button
主题 theme
二维码 qrcode
代码块 codeblock
仪表 gauge
仪表盘 dashboard gauge
任务栏 taskbar
侧栏 sidebar aside
侧边 side aside
侧边栏 sidebar
倒计时 countdown
候选项 candidate suggestion
兄弟节点 sibling
光标 cursor caret
全局提示 message toast
公告栏 noticebar notice
内容 content
内层 inner
内嵌 inline embed embedded
内边距 padding
分享面板 sharesheet
分割线 divider
分栏 split pane
分页器 pagination
列宽 columnwidth width column
列数 cols columns
刻度 tick mark scale
前端 frontend
加载中 loading spinner
加载动画 spinner loading
动作面板 actionsheet
区块 section
单元格 cell
单元格组 cellgroup
单选 radio
单选框 radio
单选组 radiogroup radio
单页 spa
卡片 card
取色器 colorpicker eyedropper
可视区 viewport visible
右上角 topright
右下角 bottomright
叶节点 leaf
后端 backend
启动页 splash
回到顶部 backtop
图像 image
图层 layer
图标 icon
图片 image picture
图片查看器 imageviewer
图片预览 imageviewer imagepreview
图表 chart
圆角 radius rounded
地址栏 addressbar
坐标轴 axis
块级 block
堆叠 stack
复选 checkbox
复选框 checkbox
复选组 checkboxgroup
外层 outer wrapper
多行文本 textarea
多选 multiple checkbox
多页 multipage
夜间模式 dark theme
头像 avatar
子级 child
子菜单 submenu
字号 fontsize
安全区 safearea
宫格 grid
宽高 width height dimension
宽高比 aspect ratio
富文本 richtext
对话框 dialog
导航 nav navigation
导航栏 navbar
小部件 widget
尾部 tail footer
层叠 cascade stack zindex
嵌入 embed
嵌套 nested nest
工具栏 toolbar
左上角 topleft
左下角 bottomleft
布局 layout
底部导航 tabbar
底部弹出 actionsheet popup
开关 switch toggle
引导页 guide onboarding
弹出 popup
弹出层 popup overlay
弹出框 popup popover
弹性布局 flex flexbox
弹框 dialog popup modal
弹窗 dialog popup modal
徽标 badge
徽章 badge
悬浮按钮 fab floatingbutton
折叠板 collapse accordion
折叠面板 collapse
折线 line
折线图 linechart line
抽屉 drawer
拾色器 colorpicker
挂件 widget
按钮 button
按钮组 buttongroup
控件 control widget
描述列表 descriptions
提示框 tooltip
插槽 slot
搜索栏 searchbar search
搜索框 searchbox search
操作按钮 action button
散点图 scatter
数字输入框 inputnumber input number
数字键盘 numberkeyboard keypad
文本 text
文本框 textarea input
斑马纹 stripe striped
断点 breakpoint
新手引导 tour guide onboarding
无障碍 a11y accessibility aria
日历 calendar
日期范围选择 daterange rangepicker
日期选择 datepicker date picker
日期选择器 datepicker date picker
时间选择 timepicker time picker
时间选择器 timepicker time picker
暗黑模式 dark theme
最外层 outermost root
条形图 bar
条形码 barcode
柱状图 bar histogram
栅格 grid
标签 tag label
标签栏 tabbar tab
标签页 tab tabs
标题 title
树选择 treeselect
样式 style css
样式表 stylesheet css
模板 template
横向 horizontal
横屏 landscape
横幅 banner
横轴 xaxis
步进器 stepper
步骤 step steps
步骤条 steps
气泡 popover popconfirm tooltip
水印 watermark
流式布局 flow fluid
浮层 popup overlay
消息提示 toast message
消息框 messagebox alert
深色模式 dark
滑块 slider
滚动加载 infinite scroll
滚动条 scrollbar
漏斗图 funnel
瀑布流 waterfall masonry
热力图 heatmap
状态栏 statusbar
甘特图 gantt
界面 ui interface
直方图 histogram
移动端 mobile
空状态 empty
空白页 blank empty
穿梭框 transfer
窗体 form window
窗格 pane
竖屏 portrait
类名 classname
索引条 indexbar
索引栏 indexbar
红点 badge dot
级联 cascade cascader
级联选择 cascader
纵向 vertical
纵轴 yaxis
组件 component
绝对定位 absolute
编辑框 editor input
缩略图 thumbnail thumb
缺省页 empty
网格 grid
网格线 gridline
自动完成 autocomplete
自动补全 autocomplete completion
菜单 menu
菜单栏 menubar
菜单项 menuitem
落地页 landing
蒙层 overlay mask
蒙版 mask
行内 inline
行数 rows rowcount
行高 lineheight
表体 tbody
表单 form
表单项 formitem field
表头 header thead
表尾 footer tfoot
表格 table
表行 tr row
视口 viewport
视图 view
视频 video
角标 badge corner
触摸屏 touchscreen
警告框 alert
计数器 counter stepper
评分 rate
轮播 carousel swiper swipe
轻提示 toast
输入框 input
边框 border
边距 margin
返回顶部 backtop
进度条 progress
选择 select choose pick
选择器 selector picker select
选项卡 tab tabs
选项组 optgroup
通知栏 noticebar
遮罩 overlay mask
锚点 anchor
雷达图 radar
面包屑 breadcrumb
面板 panel
音频 audio
页 page
页头 header pageheader
页眉 header
页签 tab
页脚 footer
页面 page
顶栏 header topbar
颜色选择器 colorpicker color picker
饼图 pie
骨架 skeleton
骨架屏 skeleton
`,
  // Interaction and visual states.
  `
上一个 prev previous
上一页 prev previous
下一个 next
下一页 next
下拉加载 pulldown loadmore
不可用 disabled unavailable
不可选 disabled unselectable
不换行 nowrap
不选 deselect
两端对齐 justify
事件捕获 capture
位移 displacement shift translate
侧滑 swipe slide
偏移 offset shift
全屏 fullscreen
全选 selectall checkall
关键帧 keyframe
关闭按钮 close closebtn
再次点击 click again
冒泡 bubble propagation
切换标签 tab switch
删除线 strikethrough linethrough
刷新 refresh flush
剪切 cut
加载态 loading
加载状态 loading
动画 animation animate transition
勾选 checked check checkbox
半选 indeterminate halfchecked
半透明 translucent opacity
占位 placeholder
占位符 placeholder
卡死 freeze hang stuck
卡顿 lag jank stutter
双击 dblclick
双向绑定 model binding
反选 invert inverse
取消勾选 uncheck unchecked
取消选中 deselect unselect
取消选择 deselect
受控 controlled
变灰 gray disabled
只读 readonly
可关闭 closable closeable
可勾选 checkable
可展开 expandable
可折叠 collapsible foldable
可拖拽 draggable
可排序 sortable
可搜索 searchable filterable
可清空 clearable
可滚动 scrollable
可点击 clickable
可用 available usable
可筛选 filterable
可编辑 editable
可见 visible
可调整 resizable adjustable
可选项 option selectable
右对齐 right align
右键 contextmenu rightclick
向右 right
向左 left
吸底 sticky bottom
吸附 snap affix attach
吸顶 sticky affix
回弹 bounce rebound
回流 reflow
回车键 enter
固定 fixed sticky affix
固定列 fixed column
垂直居中 middle center vertical
失去焦点 blur
失焦 blur
对齐 align
居中 center
展开 expand
展示 show display
左对齐 left align
已选 selected
帧率 fps framerate
平铺 tile flatten
弹出位置 placement
弹跳 bounce
强制换行 break wordbreak
快捷键 shortcut hotkey
悬停 hover
悬浮 hover float affix
懒加载 lazy load
手势 gesture
折叠 collapse fold
抬起 keyup mouseup release
拉伸 stretch
拉取 pull fetch
拖入 drop dragenter
拖出 dragleave
拖动 drag
拖拽 drag
拖拽上传 dragger drag upload
拖拽排序 sortable drag
拖放 drag drop
按下 press keydown mousedown
按键 key
按需加载 lazy demand
捏合 pinch
捕获阶段 capture
撤销 undo revoke
收起 collapse
文本溢出 ellipsis overflow
方向键 arrow arrowkey
旋转 rotate
显示 show display visible
最大化 maximize
最小化 minimize
未选 unchecked unselected
松开 release mouseup
框选 marquee selection
毛玻璃 blur backdrop
淡入 fadein fade
淡出 fadeout fade
清除按钮 clear clearable
渐变 gradient
渐隐 fade
渲染 render
滑入 slidein slide
滑出 slideout slide
滑动 slide swipe scroll
滑动条 slider
滚动 scroll
滚动到底 scrolltobottom reachbottom
滚轮 wheel mousewheel
点击 click
热键 hotkey
焦点 focus
焦点陷阱 focustrap trap
白屏 blank whitescreen
省略号 ellipsis
禁用态 disabled
移入 mouseenter hover
移出 mouseleave
移动 move
粘性 sticky
粘贴 paste
缓动 easing ease
缩放 zoom scale
置底 bottom
置灰 disabled gray
置顶 pin top sticky
联动 linkage cascade linked
聚焦 focus
自动换行 wrap wordwrap
自适应 responsive adaptive fit
自适应高度 autosize autoheight
虚拟滚动 virtual scroll
裁剪 crop trim clip
触屏 touch
触底 reachbottom bottom
触摸 touch
超出省略 ellipsis overflow
跳转 redirect jump navigate
轻触 tap
过渡 transition
返回键 back
退格 backspace
选中 selected checked active
选区 selection range
选取 select pick
透明度 opacity alpha
遮挡 occlude overlap cover
重做 redo
重排 reflow relayout rerank
重新渲染 rerender render
重绘 repaint redraw
锁屏 lockscreen
错位 misaligned offset
键盘 keyboard key
长按 longpress press
闪屏 flash splash
闪烁 blink flicker
闪现 flash
闪退 crash
阻止 prevent
阻止冒泡 stoppropagation propagation
隐藏 hide hidden
非受控 uncontrolled
预加载 preload
预览 preview
首屏 firstscreen initial
高亮 highlight
黑屏 black blank
默认行为 preventdefault default
鼠标 mouse
`,
  // Forms and validation.
  `
保存 save store
别名 alias
匹配 match
可选 optional
合法 valid legal
名字 name
名称 name
必填 required
必须 required
手机 phone mobile
手机号 phone mobile
描述 description
提交 commit submit
无效 invalid
最小 min minimum
校验 validate check verify
检查 check
电话 phone tel
编号 number id
缺失 missing
缺少 missing
身份证 idcard identity
输入 input
选项 option
邮箱 email mail
重置 reset
银行卡 bankcard
非法 illegal invalid
验证 validate verify
验证码 captcha
默认 default
默认值 default
`,
  // Dates, times and calendars.
  `
农历 lunar chinese
周 week
定时 timer schedule
定时器 timer
年份 year
日期 date
时区 timezone zone
时钟 clock
时间 time
时间戳 timestamp
星期 week
月份 month
`,
  // Files, archives, input and output.
  `
上传 upload
下载 download
临时文件 temporary temp tmp
主目录 homedir home
二进制 binary
关闭 close shutdown
写入 write
写回 flush writeback
写权限 write permission
分块 chunk
列出 list
刷盘 flush fsync
十六进制 hex
压缩 compress zip
压缩包 archive zip
压缩率 ratio compression
压缩级别 level compression
双工 duplex
反压 backpressure
句柄 handle descriptor fd
只写 writeonly
可写 writable
可读 readable
后缀名 extension suffix
备份 backup
复制 copy clone
大小端 endian
大文件 large big
大端 bigendian endian
子目录 subdir subdirectory
字符流 reader writer
字节 byte bytes
字节序 endian byteorder bom
字节数 bytes bytecount length
字节数组 bytes bytearray
字节流 stream byte
存储 storage store
存储桶 bucket
存在性 exists
存放 store
存满 full
家目录 homedir home
对象存储 oss s3 storage
导入 import
导出 export
小端 littleendian endian
工作目录 cwd workdir
归档 archive
当前目录 cwd
循环冗余 crc
快照 snapshot
截断 truncate
打包下载 zip archive
打印 print
打开 open
扩展名 extension ext
批量下载 batch download zip
拷贝 copy
持久化 persist persistence
换行符 newline eol linebreak crlf
换页 paging swap
排空 drain
文件上传 upload uploader
文件不存在 notfound filenotfound enoent
文件列表 filelist
文件名 filename
文件大小 filesize size
文件头 magic header
文件夹 folder directory
文件尾 eof
文件开头 bof head
文件末尾 eof
文件权限 permission chmod mode
文件流 filestream
文件监听 watcher watch
文件类型 filetype mime mimetype
文件系统 filesystem fs
文件编码 charset encoding
文件路径 filepath path
文件锁 filelock flock lock
断点续传 resume resumable range
未找到 notfound
标准输入 stdin
标准输出 stdout
校验和 checksum
根目录 root rootdir
流 stream
流式 stream streaming
点文件 dotfile
父目录 parent dirname
盘符 drive
目录 directory dir
目录遍历 traversal walk
相对路径 relative relpath
硬链接 hardlink
磁盘空间 diskspace disk
符号链接 symlink
绝对路径 absolute abspath
缓冲 buffer
缓冲区 buffer
缓冲流 bufferedstream bufferedreader
背压 backpressure
落盘 flush persist
行尾 eol trailing
行首 linestart leading
解包 unpack extract
解压 decompress unzip extract
解压缩 decompress unzip inflate
读写 read write
读取 read
读权限 read permission
路径 path
路径分隔符 separator sep
路径穿越 traversal
路径遍历 traversal
转储 dump
软链接 symlink
输入流 inputstream reader
输入输出 io
输出 output
输出流 outputstream writer
追加 append
配置文件 config properties
链接文件 symlink
锁文件 lockfile
附件 attachment
随机访问 randomaccess seek
隐藏文件 hidden dotfile
零拷贝 zerocopy sendfile
静态文件 static asset
非阻塞 nonblocking nonblock
顺序读 sequential
魔数 magic
`,
  // Images, colours and fonts.
  `
字体 font
颜色 color
`,
  // Network and HTTP.
  `
上行 upstream uplink
上限 limit max
下行 downstream downlink
丢包 loss packetloss
中间件 middleware
主机 host
代理 proxy agent
令牌桶 token bucket
任播 anycast
传输编码 transferencoding chunked
保活 keepalive
健康检查 health healthcheck
入站 inbound ingress
内容协商 negotiation accept
内容类型 contenttype mime
内网 intranet internal private
写超时 writetimeout timeout
出站 outbound egress
分块传输 chunked
协商缓存 etag notmodified
协议 protocol
单播 unicast
双向通信 websocket duplex
反应堆 reactor
反爬 anticrawl robots
发送 send
同源 sameorigin origin
吞吐 throughput
响应 response
响应体 body response
响应头 header
响应码 status statuscode
回复 reply
回源 origin
回环 loopback
地址 address url
域名 domain host
域名解析 dns resolve
外网 internet external public
外链 external link
多播 multicast
多路复用 multiplex mux epoll
多部分 multipart
头部 header
套接字 socket
子域名 subdomain
子网 subnet
子网掩码 netmask mask
客户端 client
对端 peer remote
局域网 lan
带宽 bandwidth
广域网 wan
应用层 application
应答 reply response
弱网 slow network
强缓存 cachecontrol expires
微服务 microservice
心跳 heartbeat
抓包 capture sniff
抓取 crawl scrape fetch
报文头 header
拆包 unpack frame decoder
拒绝连接 refused econnrefused
拥塞 congestion
拦截 intercept
拦截器 interceptor
探测 probe detect
接入层 gateway access
接口 interface api
接口地址 endpoint url
接口文档 openapi swagger
接收 receive
握手 handshake
收到 receive
数据包 packet
文件传输 ftp sftp transfer
断开 disconnect
断线 disconnect offline
断网 offline
无头浏览器 headless
服务 service server
服务发现 discovery
服务器 server
服务注册 registry register
服务端 server
本机 localhost local
条件请求 conditional etag
查询参数 query querystring param
泛域名 wildcard domain
注册中心 registry discovery nacos eureka
流控 flowcontrol throttle
流量控制 flowcontrol throttle
浏览器 browser
源站 origin
点对点 p2p peer
爬取 crawl scrape
爬虫 crawler spider scraper
物理地址 mac
状态码 status statuscode
短链接 shorturl shortlink
端口 port
端口占用 port inuse addrinuse
粘包 sticky frame
组播 multicast
缓存控制 cachecontrol
网关 gateway
网卡 nic interface
网桥 bridge
网段 subnet cidr
网络 network net
网络请求 request fetch http
虚拟主机 vhost virtualhost
表单提交 submit form post
解析域名 dns resolve
访问 access visit
请求 request
请求体 body
请求参数 param query request
请求地址 url endpoint
请求失败 fail error request
请求头 header
请求方式 method
请求路径 path uri
读超时 readtimeout timeout
负载均衡 balance balancer
超时 timeout
超链接 hyperlink link anchor
跨域 cors origin
跨站 crosssite csrf xss
路径参数 pathvariable pathparam
路由 route router
路由器 router
路由表 routingtable route
转发 forward
轮询 poll
载荷 payload
过滤器 filter
返回码 retcode returncode code
远程调用 rpc remote
连接 connect connection join
连接数 connections maxconn
连接被拒 refused econnrefused
邮件服务器 smtp mail
重定向 redirect
重放 replay
重连 reconnect
链接 link
链路追踪 trace tracing span
错误码 errorcode errno code
长轮询 longpoll longpolling
长连接 keepalive
限流 throttle ratelimit
限速 ratelimit throttle
首部 header
`,
  // Databases, queries and object mapping.
  `
一对一 onetoone hasone
一对多 onetomany hasmany
不可重复读 repeatable isolation
业务层 service
两阶段提交 twophase prepare commit
中间表 pivot junction through
串行化 serializable
主从 master slave replica
主备 standby failover
主子表 masterdetail onetomany
主库 master primary
主表 master main parent
主键 primary key
乐观锁 optimistic version lock
事务 transaction
事务传播 propagation transaction
从库 slave replica
从表 slave child detail
保存点 savepoint
倒序 reverse desc
全文搜索 fulltext search
全文检索 fulltext search
全表扫描 scan fullscan
全连接 fulljoin join
关系 relation relationship
关联查询 join relation
关联表 join relation pivot
内连接 innerjoin join inner
分区 partition
分布式事务 distributed transaction seata xa
分库 sharding shard
分片 shard slice chunk
分组 group
分表 sharding shard
分页 page pagination
分页参数 page pagesize pagination
分页插件 pagination pagehelper interceptor
分页查询 page pagination paginate limit
列 column
列名 columnname column
列存 columnar column
创建 create
初始数据 seed
删除 delete remove
删除标记 deleted delflag
副本 replica copy
升序 asc
原子性 atomicity atomic
去重 distinct dedupe unique
可重复读 repeatable
右连接 rightjoin join right
回滚 rollback
回表 lookup
填充数据 seed fill
增删改查 crud
外连接 outerjoin join outer
外键 foreign key
多对一 manytoone belongsto
多对多 manytomany
多数据源 datasource dynamic multi
多租户 tenant multitenant
多表查询 join
子查询 subquery
子表 subtable child detail
字段 field
字段映射 mapping field column
字段类型 fieldtype columntype
存储过程 procedure proc
宽表 wide
嵌套查询 nested subquery
左连接 leftjoin join left
布隆过滤器 bloom bloomfilter
幻读 phantom isolation
库 library lib db
库名 database schema dbname
库存 stock inventory
延迟加载 lazy
建索引 index createindex
建表 ddl createtable schema
强一致 strong consistency linearizable
当前页 currentpage current page
影响行数 affected rowcount
急加载 eager
总条数 total count
总页数 totalpages pages
悲观锁 pessimistic lock forupdate
慢查询 slowquery slow
批处理 batch
批量 batch bulk
持久层 dao mapper persistence repository
持久性 durability
排他锁 exclusive lock
排序 sort order
排序字段 orderby sort
排序规则 collation comparator order
插入 insert
插入或更新 upsert saveorupdate
搜索 search
操作日志 operlog audit log
数据 data
数据同步 sync replication
数据字典 dict dictionary
数据库 database db
数据库字段 column field
数据库类型 dbtype dialect
数据库连接 connection jdbc db
数据库连接池 pool datasource hikari druid
数据权限 datascope datapermission
数据校验 validate checksum
数据湖 lake
数据源 datasource
数据类型 datatype type
数据结构 structure datastructure
数据表 table
数据访问 dao
数据访问层 dao mapper
数据集 dataset
新增 add create
时序 timeseries series
映射器 mapper
更新 update
最终一致 eventual consistency
条件构造器 wrapper querywrapper builder
查找 find lookup search
查询 query search find
查询结果 resultset rows
查询语句 query select statement
检查点 checkpoint
检索 search retrieve
模糊匹配 fuzzy like
模糊搜索 fuzzy like
每页 pagesize perpage
每页条数 pagesize limit perpage
流水号 serial sequence
深分页 offset cursor
游标 cursor
物理删除 harddelete delete
租户 tenant
移除 remove
筛选 filter
精确查询 exact eq
索引 index
级联删除 cascade ondelete
结果集 resultset cursor
编辑 edit editor
联合查询 union join
联合索引 composite index
联表 join
聚合 aggregate
脏读 dirtyread dirty isolation
脏页 dirtypage
自减 decrement
自动填充字段 metaobject fill autofill
自增 autoincrement increment
自增主键 autoincrement identity
行 row line
行级 row rowlevel
行锁 rowlock lock
表 table
表名 table
表字段 column field
表空间 tablespace
表结构 schema ddl
表锁 tablelock lock
覆盖插入 replace upsert
记录 record log
记录数 count rows
读写分离 readwrite splitting replica
读已提交 readcommitted committed
跳表 skiplist
软删除 softdelete deleted
迁移 migrate migration
过滤 filter
连接串 dsn url connection
连接字符串 dsn connectionstring
连接池 pool connection
连表 join
逻辑删除 logicdelete softdelete deleted
键值对 entry pair keyvalue
间隙锁 gap lock
降序 desc
隔离性 isolation
隔离级别 isolation
雪花 snowflake
页数 pages pagecount
页码 page
预先加载 eager preload
预编译 prepare prepared precompile
`,
  // Caches.
  `
一级缓存 firstlevel cache session
二级缓存 secondlevel cache
先进先出 fifo
分布式缓存 redis memcached cache
后进先出 lifo
回写 writeback writebehind
失效 invalidate expire
失效时间 expire ttl
弱引用 weakref weakreference weak
强引用 strong
最少使用 lfu
未命中 miss
本地缓存 localcache caffeine
淘汰 evict
淘汰策略 eviction evict lru
热点 hotspot
直写 writethrough
缓存 cache
缓存失效 invalidate expire evict
缓存淘汰 evict eviction lru
缓存清理 evict purge cache
缓存穿透 penetration cache null
脏标记 dirty
虚引用 phantomreference phantom
记忆化 memoize memo
软引用 softreference soft
过期 expire expired
过期清理 expire evict prune
过期策略 expire ttl
逐出 evict
预热 warmup
`,
  // Concurrency, locks, queues and scheduling.
  `
上锁 lock
下一帧 nextframe requestanimationframe
下次执行 nexttime next
中断 interrupt
串行 serial sequential
临界区 critical section
主线程 mainthread thread
互斥 mutex
任务 task job
任务分片 sharding shard
任务列表 tasklist jobs
任务调度中心 scheduler admin
优先级 priority
优先级队列 priorityqueue heap
优先队列 priorityqueue heap
优雅 graceful
信号 signal
信号量 semaphore
偏向锁 biased
停止 stop
入队 enqueue
公平锁 fair lock
共享内存 sharedmemory shm
冷启动 coldstart
出队 dequeue
分发器 dispatcher
分布式锁 distributed lock redisson
加锁 lock acquire
协程 coroutine
单线程 singlethread thread
原子 atomic
原子操作 atomic cas
取消 cancel
可重入 reentrant
同步 sync
后台进程 daemon background
启动 start startup boot
启动参数 args argv
启动器 starter launcher
启动类 application bootstrap
周期任务 periodic cron
唤醒 wake notify
回退 fallback rollback
多线程 multithread thread concurrent
子进程 child subprocess spawn
宏任务 macrotask
定时任务 cron schedule
定时执行 schedule timer cron
容错 faulttolerant fault tolerance
对象池 pool
工作流 workflow
工作窃取 workstealing steal
工作线程 worker thread
幂等 idempotent
并发 concurrent concurrency
并发度 concurrency parallelism
并发控制 concurrency semaphore
并行 parallel
延时 delay
延迟 delay latency
异步 async
异步结果 future promise
引导程序 bootstrap bootloader
强制退出 kill forcequit
强杀 kill
循环队列 ringbuffer circular
微任务 microtask
心跳包 heartbeat ping
恢复 resume recover restore
执行 execute run exec
执行器 executor
执行日志 log executor
抖动 jitter
抢占 preempt preemptive
挂起 suspend pending
指数 exponential
故障恢复 recovery failover
故障转移 failover
无界 unbounded
无锁 lockfree
暂停 pause
有界 bounded
有限状态机 fsm statemachine
期约 promise
核心线程 corepool thread
死信 deadletter dlq
死锁 deadlock
比较并交换 cas compareandswap
活锁 livelock
流程引擎 workflow engine bpm
消息中间件 mq broker
消息确认 ack acknowledge
消息队列 queue mq
消费组 consumergroup group
滑动窗口 sliding window
漏桶 leakybucket leaky
热启动 warmstart
熔断 breaker circuit
父进程 parent process
状态流转 transition state
环形 ring circular
生产消费 producer consumer
租约 lease
竞态 race
等待 wait
等待组 waitgroup
管道 pipe pipeline
线程 thread
线程不安全 threadsafe race
线程变量 threadlocal
线程同步 synchronize lock
线程安全 threadsafe synchronized
线程数 threads concurrency
线程池 threadpool pool executor
终止 terminate abort
续租 renew lease
脑裂 splitbrain
自启动 autostart
自旋 spin
节流 throttle
获取锁 acquire lock trylock
触发 trigger fire emit
计划任务 cron schedule scheduled
让出 yield
读写锁 rwlock readwritelock
调度 schedule scheduler dispatch
调度中心 scheduler admin
超时控制 timeout deadline
轮询策略 roundrobin round
轮转 rotate
运行 run
进程 process
进程号 pid
进程池 processpool pool
退避 backoff
选主 leader election
通知所有 notifyall broadcast
通道 channel
速率限制 ratelimit limiter
释放锁 unlock release
重启 restart
重放攻击 replay nonce
重试 retry
重试次数 retries retry maxretries
锁 lock
闭锁 latch countdownlatch
队列 queue
防抖 debounce
阻塞 block blocking
降级 fallback degrade
限流器 ratelimiter limiter
顺序执行 sequential
频率限制 ratelimit throttle
`,
  // Errors, exceptions and logging.
  `
下溢 underflow
不合法 illegal invalid
乱码 garbled mojibake charset encoding
仪表化 instrument instrumentation
假死 hang freeze
兜底 fallback default
全局异常 globalexception exceptionhandler advice
内存溢出 oom outofmemory memory
出错 error
列号 column col
参数异常 illegalargument param
受检异常 checked exception
向下兼容 backward compatible
向后兼容 backward compatible
吞异常 swallow suppress
吞掉 swallow suppress
告警 alert
堆栈 stack stacktrace
失败 fail failure
定位问题 locate diagnose
审计 audit
崩溃 crash
异常 exception error
异常信息 exception message
异常处理 exception handler
异常拦截 exceptionhandler advice
异常链 chained cause
忽略 ignore
慢日志 slowlog
成功 success
抛出 throw raise
抛异常 throw raise exception
抛错 throw raise error
报告 report
报错 error exception
拒绝 reject deny refuse
指标 metric
捕获 catch
控制台 console
提示 tip hint prompt message
插桩 instrument instrumentation
数组越界 outofbounds index bounds
断言 assert
日志 log logger logging
日志切割 logrotate rotate rolling
日志文件 logfile log
日志格式 formatter layout log
日志框架 logger slf4j logging
日志输出 appender log
未初始化 uninitialized
未处理 unhandled
未定义 undefined
未实现 notimplemented unimplemented
未捕获 uncaught unhandled
未授权 unauthorized
未生效 ineffective effect
未登录 unauthenticated unauthorized login
栈帧 frame
根因 rootcause cause
检测 detect
泄漏 leak
泄露 leak
源码位置 sourcelocation span
溢出 overflow
监控 monitor
空引用 nullreference null
空指针 null nullpointer npe
终端 terminal
行号 line lineno
警告 warn warning
调试 debug
调试器 debugger
越权 unauthorized privilege
越界 outofbounds bounds overflow
跟踪 trace track
跳过 skip
追踪 trace
退出码 exit code
遥测 telemetry
重复 duplicate repeat
重新抛出 rethrow reraise
野指针 dangling pointer
错误 error
错误处理 errorhandler error
`,
  // Security and cryptography.
  `
一次性密码 otp
两步验证 twofactor totp mfa
令牌 token
信任 trust trusted
修改密码 changepassword password
免登录 autologin rememberme anonymous
公钥 public key
凭据 credential
凭证 credential
分组密码 blockcipher cipher
加密 encrypt cipher
加密模式 cipher mode cbc
加密算法 cipher algorithm crypto
加盐 salt
加解密 crypto cipher encrypt decrypt
动态口令 otp totp
单点登录 sso
双向认证 mtls mutual
双因子 twofactor totp mfa
双因素 twofactor totp mfa
受信 trusted
口令 password token
吊销 revoke crl
命令注入 injection command
哈希 hash
哈希值 hash hashcode
哈希函数 hash hasher
多因素认证 mfa twofactor
安全哈希 sha256 sha
安全漏洞 vulnerability cve
密文 ciphertext
密码 password
密码加密 passwordencoder bcrypt encrypt
密码学 crypto cryptography
密码强度 passwordstrength strength
密钥 key secret
密钥交换 keyexchange diffiehellman
密钥对 keypair
密钥库 keystore
密钥派生 kdf derive pbkdf2
密钥管理 kms keystore
密钥轮换 rotate rotation
对称加密 symmetric aes
弱密码 weakpassword
彩虹表 rainbow
授权 authorize grant
提权 privilege escalation
摘要 digest
敏感 sensitive
敏感词 sensitive
散列 hash digest
数据脱敏 desensitize mask masking
明文 plaintext
权限 permission access
权限不足 forbidden denied permission
权限控制 permission accesscontrol acl
权限校验 permission authorize check
根证书 rootca ca
椭圆曲线 ecc ecdsa elliptic
模板注入 injection ssti
沙盒 sandbox
沙箱 sandbox
注入攻击 injection
注入检测 injection
流密码 streamcipher cipher
消息认证码 hmac mac
溯源 provenance trace
滑块验证 slidercaptcha captcha
特殊字符 specialchar special escape
白名单 allowlist whitelist
盐 salt
短信验证码 smscode sms captcha
私钥 private key
第三方登录 oauth social
签名 sign signature
脱敏 desensitize mask
自动登录 autologin rememberme
自签名 selfsigned
解密 decrypt
认证 auth authenticate
记住密码 rememberme remember
记住我 rememberme remember
访问控制 acl accesscontrol rbac
证书 certificate cert
证书链 chain certificate
请求伪造 ssrf csrf forgery
越权访问 unauthorized idor
鉴权 auth authorize
防刷 ratelimit throttle
防注入 injection sanitize escape
防篡改 tamper integrity
隐写 steganography
隔离 isolate
零信任 zerotrust
非对称 asymmetric
非对称加密 asymmetric rsa
颁发者 issuer
风控 risk riskcontrol
验签 verify signature
黑名单 denylist blacklist
`,
  // Accounts, roles, tenants and organisations.
  `
会话 session
注册 register signup
注销 logout unregister
用户 user
用户名 username
登出 logout signout
登录 login signin auth
登陆 login signin auth
角色 role
账号 account
账户 account
退出 exit quit logout
`,
  // Messages, notifications and mail.
  `
事件 event
发布订阅 publish subscribe
回调 callback
派发 dispatch
消息 message msg
监听 listen watch
监听器 listener
观察者 observer
订阅 subscribe
通知 notify notification
邮件 mail email
钩子 hook
`,
  // Payments, orders and shops.
  `
价格 price
优惠券 coupon
商品 product goods
地区 area region
城市 city
支付 pay payment
省份 province
订单 order
购物车 cart
金额 amount money
钱 money
`,
  // Languages, types and object models.
  `
一元 unary
三元 ternary
三目 ternary conditional
上下文 context
上下文管理器 contextmanager enter exit
不可变对象 immutable frozen
二元 binary
享元 flyweight
代理对象 proxy
传值 pass value
传参 argument param pass
传引用 reference byref
传输对象 dto
位置参数 positional args
作用域 scope
依赖收集 track dep
依赖注入 inject injection
依赖追踪 track dep
侦听 watch listen
侦听器 watcher watch
保留字 reserved keyword
修饰符 modifier
值传递 byvalue pass
值对象 vo valueobject
值类型 valuetype struct
偏函数 partial
元数据 metadata meta
元注解 meta annotation
元类 metaclass
元组 tuple
元编程 metaprogramming meta
入参 param argument
全局 global
全局状态 globalstate store
公共 public common
公开 public
具名插槽 slot named
内建 builtin
内置 builtin
内联 inline
内部类 inner nested innerclass
出参 output result
函数 function func
函数式 functional
函数组件 functional component
分支 branch
切入点 pointcut
切点 pointcut
切面 aspect aop
判空 isempty isnull empty
副作用 effect sideeffect
加载器 loader
动态代理 dynamicproxy proxy invocationhandler cglib
动态加载 dynamic load import
包 package
包装 wrap wrapper
包装类型 wrapper boxed
匿名 anonymous
协变 covariant covariance
单例 singleton
原型链 prototype proto
原始类型 primitive raw
原生方法 native jni
参数 param parameter argument arg
反射 reflect reflection
取值器 getter
受保护 protected
变量 variable var
变量提升 hoist hoisting
句法 syntax
可为空 nullable
可变参数 varargs variadic
可插拔 pluggable plugin
可空 nullable
可访问 accessible
可选链 optionalchaining chain
右移 shr shift
命名冲突 conflict collision name
命名空间 namespace
命名规则 naming convention
响应式 responsive reactive
响应式对象 reactive proxy
响应式数据 reactive ref
回传 return callback
垃圾回收 gc garbage
垃圾收集 gc garbage
基本类型 primitive
基类 base
处理器 handler processor
多分支 switch
多态 polymorphism
多继承 multipleinheritance mro
多重继承 multipleinheritance mro
头文件 header include
委托 delegate
子类 subclass
子组件 child
字节码 bytecode
字面值 literal
字面量 literal
宏展开 macro expand
实例 instance
实例化 instantiate instance newinstance
实参 argument arg
实现类 impl implementation
客户端渲染 csr hydrate
宽松模式 lenient loose
密封类 sealed
对象 object
对象转换 convert mapper
封装 wrap encapsulate
封装类 wrapper
尾递归 tailrecursion tail
局部 local
属性 property attribute prop
属性复制 copyproperties beanutil
属性拷贝 copyproperties beanutil
嵌套类 nested inner
工具 tool util
工具类 util
工厂 factory
左移 shl shift
布尔 boolean bool
常量 constant const
建造者 builder
异或 xor
引擎 engine
引用 reference ref
弱类型 weak untyped
强制转换 cast coerce
强转 cast
形参 param
循环 loop cycle
循环体 loop body
循环依赖 circular dependency
循环引用 circular cycle
循环注入 circular injection
悬垂 dangling
懒初始化 lazyinit lazy
成员 member
成员变量 member field
扩展 extension extend
扩展点 extension hook spi
抽象 abstract
抽象类 abstract
拆箱 unboxing unbox
挂载点 mount root
指令 directive command
指针 pointer ptr
按位 bitwise
按需引入 import treeshaking
接口实现 impl implements
控制反转 ioc inversion
控制器 controller
控制流 controlflow flow
描述符 descriptor
插件 plugin
操作符 operator
数据类 dataclass record
方法 method
无参构造 noargs constructor
映射类型 mapped
智能指针 smartpointer shared unique
服务加载 serviceloader spi
服务端渲染 ssr
条件 condition
条件判断 condition if predicate
构建器 builder
构造 construct constructor
构造函数 constructor
构造器 constructor builder
析构 destructor
枚举 enum
枚举值 enum constant
柯里化 curry
框架 framework
桥接 bridge
模块 module
模块加载 moduleloader loader
模型 model
模式 mode pattern schema
模板字符串 templateliteral template
死循环 loop infinite
水合 hydrate hydration
求值 evaluate eval
泛型 generic
注入 inject
注册表 registry
注解 annotation
注释 comment
派生类 derived subclass
流程控制 controlflow
浅响应 shallowreactive shallow
浅拷贝 shallowcopy shallow clone
混入 mixin
源代码 source
源文件 source
热加载 hotreload reload
热部署 hotdeploy reload
父类 parent super
父组件 parent
状态 state status
状态机 state machine
环绕通知 around advice
生命周期 lifecycle
生成器 generator
私有 private
空值 null empty
空列表 empty
空合并 coalesce nullish
空安全 nullsafe
空对象 nullobject empty
空数组 empty array
空集合 empty
策略 strategy policy
管理 manage
管理器 manager
箭头函数 arrow lambda
类 class
类加载 classloader load
类变量 classvar static
类型 type
类型判断 instanceof typeof
类型参数 typeparameter generic
类型声明 typing dts declaration
类型守卫 typeguard guard
类型定义 typedef
类型推导 infer inference
类型提示 typehint typing annotation
类型擦除 erasure
类型断言 assertion cast
类型标注 typehint annotation
类型检查 typecheck typechecker
类型转换 cast convert coerce converter
类型转换器 converter typeconverter
类文件 classfile
纯函数 pure
组件通信 emit props provide
组合式 composition composable
织入 weave weaving
终结器 finalizer
结构体 struct
继承 inherit extends
编译期 compiletime constexpr
职责链 chain
聚合根 aggregate aggregateroot
自动注入 autowire inject
自动类型 auto infer
自动装配 autowire autowired autoconfigure
自动配置 autoconfiguration autoconfigure
获取器 getter
虚函数 virtual
虚基类 virtual
虚拟节点 vnode
虚方法 virtual
表达式 expression expr
被调用 callee
装箱 boxing box
装配 assemble wire
装饰器 decorator
覆盖 override cover
规则 rule
解构 destructure destructuring
计算属性 computed
设值器 setter
访问器 accessor getter setter
访问者 visitor
语句 statement
调用 call invoke
调用者 caller
调用链 call chain
谓词 predicate
责任链 chain chainofresponsibility
赋值 assign assignment
超类 superclass super
路由参数 routeparam params
路由守卫 guard navigationguard
路由跳转 navigate push
跳出 break
运算符 operator
运行时 runtime
返回 return
返回值 return result
连接点 joinpoint
迭代器 iterator
适配 adapt
适配器 adapter
逆变 contravariant
透传 passthrough forward propagate
递归 recursive recursion
逻辑运算 logical
重写 override
重命名 rename
重新加载 reload
重载 overload
链式 chain fluent
门面 facade
闭包 closure
静态 static
非空判断 notnull isnotempty
面向对象 oop object
预定义 predefined builtin
高阶组件 hoc
魔法方法 dunder magic
`,
  // Collections, algorithms, trees and graphs.
  `
下标 index subscript
不相等 notequal unequal
中序 inorder
为空 empty
二分 bisect binary
二叉树 binarytree binary tree
二维数组 matrix grid array
交换 swap exchange
交集 intersection
位集 bitset
倒排 inverted reverse
值 value
克隆 clone
入度 indegree
入栈 push
全集 universe
决策树 decisiontree
出度 outdegree
出栈 pop
分割 split
分桶 bucket
分类器 classifier
切分 split chunk partition
列表 list
前缀树 trie
剪枝 prune
动态数组 vector arraylist
动态规划 dp memo
单链表 linkedlist singly
压入 push
压栈 push
去空 compact removeempty filter
双向链表 linkedlist doubly
双指针 pointer two
双链表 linkedlist doubly
反转 reverse
叶子 leaf
合并 merge
后序 postorder
哈希表 hashmap
图 graph
堆 heap
复杂度 complexity
大小 size
头指针 head
头插 prepend unshift
头节点 head
子序列 subsequence
子数组 subarray
子节点 child children
字典 dict map
字典树 trie
对比 compare diff
对称差 symmetricdifference
尾指针 tail
尾节点 tail
层序遍历 levelorder bfs
层级结构 hierarchy tree
展平 flatten flat
差集 subtract difference
平衡树 balanced avl
并查集 unionfind disjoint
并集 union
广度优先 bfs breadthfirst
度数 degree
引用相等 identity same
张量 tensor
弹栈 pop
强连通 scc
归并 merge
归约 reduce fold
快慢指针 pointer fast slow
成环 cycle circular
扁平 flat flatten
打平 flatten
扩容 resize grow expand
拆分 split
拉平 flatten
拓扑 topology
拓扑排序 topological toposort
收集 collect
散列表 hashtable hashmap
数组 array
无向图 undirected graph
无环图 dag acyclic
映射 map mapping
映射表 map lookup
是否包含 contains includes has
最小生成树 mst spanning
最短路径 shortestpath dijkstra shortest
有向 directed
有向图 digraph directed graph
有序集合 sortedset orderedset zset
权重 weight
枚举器 enumerator
栈 stack
栈底 bottom
栈顶 top peek
树 tree
树形 tree
树形结构 tree hierarchy
根节点 root
比较 compare
比较器 comparator compare
浅比较 shallowequal shallow
深度优先 dfs depthfirst
深度比较 deepequal isequal
深拷贝 deepcopy clone
游程 runlength rle
滑窗 sliding window
父节点 parent
环检测 cycle detect
相等 equal equals
笛卡尔积 product descartes
算法 algorithm
累加器 accumulator
红黑树 redblack rbtree
线段树 segmenttree
编辑距离 levenshtein editdistance
缩容 shrink
自定义排序 comparator sort
自然排序 natural
节点 node
补集 complement
规约 reduce
负载因子 loadfactor
超集 superset
跳跃表 skiplist
转置 transpose
边 edge
过滤条件 filter predicate
连通分量 component connected scc
迭代 iterate iteration
迭代次数 iterations
遍历 traverse iterate walk
邻接 adjacent adjacency
链表 list linked
键 key
键值 key value
长度 length len
队头 head front
队尾 tail rear
队首 head front peek
随机抽取 sample random choice
集合 set collection
非贪婪 lazy nongreedy
`,
  // Strings, encodings and patterns.
  `
万国码 unicode
下划线 underscore
下划线转驼峰 camel camelcase snake
不区分大小写 ignorecase caseinsensitive
不可见字符 invisible control
中划线 hyphen kebab dash
代理对 surrogate
修剪 prune trim
停用词 stopword
全局匹配 global matchall
全角 sbc
全角字符 fullwidth sbc
全角转半角 halfwidth dbc
冒号 colon
分词器 tokenizer analyzer
分隔符 separator delimiter
制表符 tab
前瞻 lookahead
前缀 prefix
前缀匹配 prefix startswith
匹配器 matcher
匹配模式 pattern matcher
匹配规则 matcher pattern rule
区分大小写 casesensitive case
半角 dbc
半角字符 halfwidth dbc
去掉空格 trim strip
去空格 trim strip
去除空格 trim strip
去除空白 trim strip
反引号 backtick
反斜杠 backslash
反斜线 backslash
右补 padright padend rpad
后缀 suffix
后缀匹配 suffix endswith
后顾 lookbehind
命名组 namedgroup group
回车 return newline
多行字符串 multiline heredoc textblock
大写 upper uppercase
大小写 case
大小写转换 upper lower case
大括号 brace
子串 substring substr
子字符串 substring substr
字母数字 alphanumeric alnum
字符 char character
字符串 string str
字符串分割 split tokenize
字符串截取 substring substr
字符串格式化 format sprintf
字符串模板 template interpolation
字符串比较 compare equals
字符串转换 tostring parse stringify
字符数组 chararray chars
字符编码 charset encoding
字符集 charset
字素 grapheme
小写 lower lowercase
尖括号 anglebracket
左补 padleft padstart lpad
帕斯卡 pascal pascalcase
引号 quote
归一化 normalize normalization
忽略大小写 ignorecase caseinsensitive
截取 substring slice
截取字符串 substring substr
折行 wrap linewrap
括号 bracket paren
拼接 concat join
拼音 pinyin
捕获组 group capture
换行 newline wrap line
控制字符 control
敏感词过滤 sensitive wordtree profanity
数组转字符串 join implode
斜杠 slash
断行 linebreak wrap
替换 replace
正则 regex regexp
正则匹配 regex match pattern
正则表达式 regex regexp pattern
汉字 chinese
片段 snippet fragment
省略 omit
短横线 hyphen kebab
码位 codepoint
码点 codepoint
空字符串 empty blank
空格 space whitespace
空白 blank whitespace
纯文本 plaintext plain text
组合字符 combining grapheme
编码 encode encoding
编码器 encoder
编码格式 encoding charset
编码转换 transcode encoding convert
编解码 codec
缩进 indent
脏词 profanity sensitive
花括号 brace
蛇形 snake snakecase
行结束 eol newline
补位 pad padding
补足 pad fill
补零 zeropad padstart pad
补齐 pad fill
解码 decode
解码器 decoder
词库 lexicon dictionary
词频 frequency tf
转为字符串 tostring stringify
转义 escape
转大写 touppercase upper
转字符串 tostring stringify
转小写 tolowercase lower
过滤词 stopword filter
连字符 hyphen dash
逐行 readline
逗号 comma
通配 wildcard glob
通配符 wildcard glob
零宽 zerowidth
零宽断言 lookahead lookbehind
首字母大写 capitalize ucfirst upperfirst
首字母小写 uncapitalize lowerfirst lcfirst
首尾空格 trim strip
驼峰 camel
驼峰命名 camelcase camel
`,
  // Parsing, compilers and formats.
  `
不可达 unreachable
中间代码 ir intermediate
交叉编译 crosscompile target
代码分割 codesplitting chunk split
代码压缩 minify uglify
代码折叠 fold folding
代码提示 intellisense completion hint
代码格式化 formatter prettier format
代码检查 lint linter
代码生成 codegen generate
代码生成器 codegenerator generator codegen
代码补全 completion autocomplete
代码规范 lint style
代码风格 style codestyle
伪元素 pseudo
伪类 pseudo
分词 tokenize token
协议缓冲 protobuf proto
压缩代码 minify
反序列化 deserialize
反序列化器 deserializer
反汇编 disassemble
反编译 decompile
多态序列化 polymorphic typeinfo
字段注解 annotation field tag
尾调用 tailcall
常量池 constantpool pool
序列化 serialize serializer
循环序列化 circular recursion
忽略字段 ignore exclude transient
忽略空值 ignorenull omitempty nonnull
摇树 treeshake treeshaking
数据格式化 formatter
文档注释 docstring javadoc jsdoc
文档生成 docgen javadoc
机器码 machinecode native
格式 format
格式化 format formatter
死代码 deadcode unreachable
流式解析 streaming parser sax pull
源映射 sourcemap
生成 generate
目标代码 codegen target
空值处理 null nullhandling
符号表 symbol symtab
编译 compile compiler
编译选项 compileroptions flags
虚拟机 vm
表达式引擎 expression evaluator spel
解析 parse parser
解析器 parser
解析失败 parse fail parseerror
解析错误 parseerror syntaxerror
解释器 interpreter
词干 stem
词法 lexer token
词法分析 lexer tokenizer scanner
语法 syntax grammar
语法分析 parser parse syntax
语法树 ast
语法检查 lint syntax
语法糖 sugar
转换 convert transform
转译 transpile
转译器 transpiler
链接器 linker
静态分析 lint analyzer static
`,
  // Numbers and mathematics.
  `
估算 estimate
位运算 bit bitwise
区间 range interval
取模 mod
唯一 unique
四舍五入 round
坐标 coordinate position
大于 greater gt
宽度 width
小于 less lt
小数 decimal
平均 average mean
总数 total count
数字 number digit
数量 count number amount
整数 integer int
最大 max maximum
标识 id identifier flag
求和 sum
浮点 float double
百分比 percent
精度 precision
经纬度 coordinate
统计 statistics count stat
舍入 round
范围 range
计数 count
计算 calculate compute
距离 distance
边界 boundary bound edge
进度 progress
阈值 threshold
限制 limit
除法 divide division
随机 random
随机数 random
高度 height
`,
  // Tests and mocks.
  `
假对象 fake
假数据 fake faker mock
前置条件 precondition setup
单元测试 unittest test
单测 unittest
压测 benchmark stress loadtest
参数化测试 parametrize parameterized
后置条件 postcondition teardown
基准测试 benchmark bench
夹具 fixture
性能测试 benchmark performance
打桩 stub
断言库 assertion matcher
模拟 mock simulate
模糊测试 fuzz fuzzing
测试 test
测试套件 suite testsuite
测试数据 fixture testdata
测试框架 framework testing
测试桩 stub
测试环境 testing env
测试运行器 runner testrunner
用例 testcase case
空跑 dryrun
端到端 e2e endtoend
覆盖率 coverage
试运行 dryrun
调用次数 times invocations calls
集成测试 integration
`,
  // Builds, packages and dependencies.
  `
主版本 major
传递依赖 transitive
依赖 dependency depend
依赖关系 dependency graph
依赖管理 dependencymanagement dependency
依赖解析 resolve resolver dependency
修订号 patch
动态库 dll dylib sharedlibrary
包名 packagename package
包管理 packagemanager package
包管理器 packagemanager npm
升级 upgrade
单仓 monorepo
卸下 detach
卸载 unload uninstall unmount
参数解析 argparse parser flag
发布 release publish
发布说明 releasenotes changelog
发版 release publish
变更记录 changelog history
可执行 executable
可执行文件 executable binary
命令 command cmd
命令行 cli command
命令行参数 argv args flag
多模块 multimodule module
子包 subpackage package
子命令 subcommand
子模块 submodule module
安装 install
安装包 installer package
安装程序 installer setup
对等依赖 peerdependencies peer
开发依赖 devdependencies dev
开发模式 devmode development
开发版 dev snapshot
开发环境 development dev
弃用 deprecated deprecate
打包 bundle pack package
打包工具 bundler webpack rollup
更新日志 changelog
最低版本 minimum minversion
未使用 unused
本地开发 local dev devserver
构建 build
构建工具 build bundler
标准库 stdlib standard
模板工程 boilerplate template starter
次版本 minor
正式版 stable release
测试版 beta
热更新 hot reload hmr
热替换 hmr
版本 version
版本兼容 compatibility
版本号 semver
版本范围 range semver
环境 environment env
环境变量 env environment
生产环境 production prod
直接依赖 direct
第三方包 thirdparty vendor
第三方库 thirdparty vendor
类库 library
编译配置 tsconfig compileroptions
脚手架 scaffold cli generator
脚本 script
补丁 patch
语义化版本 semver
部署 deploy
锁定版本 lockfile pin
间接依赖 transitive indirect
静态库 staticlib archive
预发布 prerelease
`,
  // Version control.
  `
主分支 main master
主干 trunk main
储藏 stash
冲突 conflict
分叉 fork
分支名 branch
变基 rebase
合并请求 mergerequest pullrequest
回退版本 revert reset
工作区 workspace
工作树 worktree
差异 diff
强推 force push
拉取请求 pullrequest pr
提交信息 commitmessage message commit
提交记录 commit log history
暂存区 stage index staging
检出 checkout
浅克隆 shallow
版本控制 vcs git
签出 checkout
裸仓库 bare
贮藏 stash
`,
  // Settings and configuration.
  `
允许 allow permit
全局设置 global settings
初始化 init initialize
功能开关 featureflag feature toggle
加载 load
参数化 parameterize
可定制 customizable custom
可配置 configurable
启用 enable
属性文件 properties
开启 enable open
挂载 mount
清理 cleanup clean clear purge
清空 clear empty
清除 clear remove
激活配置 profile active
特性开关 featureflag feature flag
环境配置 env profile
用户配置 preferences settings
禁止 disable forbid
禁用 disable
系统参数 sysconfig param
系统配置 sysconfig config
绑定 bind
解绑 unbind
设置 set setting config
配置 config configuration setting
配置中心 nacos apollo configcenter config
配置属性 properties property config
配置校验 validate config schema
配置项 option setting config
释放 release free
销毁 destroy dispose
`,
  // Translation and locales.
  `
国际化 i18n locale
多语言 i18n locale
本地化 locale localization
翻译 translate translation
语言 language lang locale
`,
  // Operations and containers.
  `
主节点 master leader
云函数 lambda serverless faas
从节点 slave follower
函数计算 faas serverless
分布式 distributed
副本数 replicas
发布流程 release pipeline
可扩展 scalable extensible
可扩展性 scalability extensibility
可用区 zone availabilityzone
可维护性 maintainability
告警抑制 inhibit silence
命名卷 volume
容器化 container docker
容器编排 kubernetes orchestration
工作负载 workload
弹性伸缩 autoscale scale
扩缩容 scale autoscale
指标采集 metrics collector
掉线 offline disconnect
探活 liveness ping health
控制面 controlplane
数据卷 volume
数据面 dataplane
日志收集 logcollect collector
服务网格 servicemesh mesh
标签匹配 matcher label
滚动更新 rolling rollingupdate
环境隔离 isolation sandbox
监控指标 metrics metric
系统信息 systeminfo oshi
系统调用 syscall
节点池 nodepool
蓝图 blueprint
虚拟化 virtualization
虚拟环境 venv virtualenv
负载均衡器 loadbalancer lb balancer
资源回收 reclaim gc
资源释放 release dispose close
资源限制 limits quota rlimit
跳板机 bastion jumphost
边车 sidecar
配额 quota
采样率 samplerate sampling
采集器 collector exporter
镜像构建 dockerfile build image
镜像源 mirror registry
集群 cluster
预算 budget
额度 quota
高可用 ha highavailability
`,
  // Machine learning and language models.
  `
上下文长度 contextlength maxtokens
主成分 pca
交叉验证 crossvalidation cv fold
优化器 optimizer
余弦相似度 cosine similarity
切块 chunk splitter
参数量 parameters
向量化 vectorize vectorizer embedding
向量库 vectorstore vector
向量检索 retrieval vector similarity
多头 multihead
多轮对话 conversation multiturn
学习率 learningrate lr
工具调用 toolcall function tool
归一 normalize
意图识别 intent classify
打字效果 typewriter
批大小 batchsize batch
提示词 prompt
文本生成 textgeneration generate
文生图 texttoimage image
早停 earlystopping
梯度下降 gradientdescent sgd
梯度提升 gradientboosting boosting
检索增强 rag retrieval
欠拟合 underfit
正则化 regularization regularize
测试集 testset
激活函数 activation relu
独热 onehot
目标检测 detection detector
精准率 precision
精确率 precision
系统提示 systemprompt prompt
训练集 trainset train
词向量 embedding wordvec
词袋 bow countvectorizer
语音合成 tts speech
贝叶斯 bayes bayesian
超参 hyperparameter
过拟合 overfit
逻辑回归 logisticregression logistic
重排序 rerank reranker
降维 dimensionality reduce pca
随机森林 randomforest forest
预训练 pretrain pretrained
验证集 validation
`,
  // Performance and memory.
  `
伪共享 falsesharing padding
内存 memory
内存不足 oom outofmemory
内存分配 alloc allocate allocator
内存占用 memory usage heap
内存数据库 inmemory memory
内存池 mempool pool arena
内存泄漏 memory leak
分支预测 branchprediction likely
去抖 debounce
回收 recycle reclaim
圈复杂度 cyclomatic complexity
堆外 offheap direct
大数据量 bulk large
寄存器 register
影响 impact
影响面 impact
忘记关闭 unclosed leak
性能 performance
性能下降 regression slow
性能分析 profile profiler
指令集 instruction isa simd
时延 latency
显存 vram gpu
未关闭 unclosed leak
核数 cores ncpu
火焰图 flamegraph
资源未释放 leak unclosed
降频 throttle
预分配 preallocate prealloc
预取 prefetch
预计算 precompute
高并发 concurrency highload
`,
  // Verbs, adjectives and relations of code.
  `
保留 retain keep
决定 decide
处理 process handle
完成 complete finish done
开始 start begin
收尾 finalize teardown
结束 end finish
继续 continue
获取 get fetch
补全 complete completion
详情 detail
`,
];

/** Terms that everybody says, such as those of what programs are written for: they say what code is called, not that code is asked about. */
export const EVERYDAY_FIELDS: readonly string[] = [
  // Components of a user interface.
  `
三角 triangle caret
上方 top above
上级 parent superior
上边 top
下方 bottom below
下级 child subordinate
下边 bottom
中间 middle center
主体 body main subject
主标题 headline title
主页 home homepage
亮色 light
元素 element
公告 notice announcement
前景 foreground
副标题 subtitle
区域 area region
右侧 right
右边 right
同级 sibling
后代 descendant
图例 legend
地图 map
垂直 vertical
子标题 subtitle
定位 position locate positioning
容器 container
对比度 contrast
小程序 miniprogram applet
尺寸 size dimension
层级 level zindex hierarchy
屏幕 screen
左侧 left
左边 left
幻灯片 slide slideshow
广告 ad advertisement
广告位 banner
底部 bottom
开头 beginning start head
引导 guide tour
弹幕 danmaku barrage
截图 screenshot
截屏 screenshot
手风琴 accordion
换肤 skin theme
文字 text
文案 copy text
时间线 timeline
时间轴 timeline
星级 star rate
暗色 dark
末尾 end tail
标记 mark flag marker tag
桌面 desktop
正文 body content
比例 ratio scale proportion
水平 horizontal
流程图 flowchart
浅色 light
父级 parent
画布 canvas
画板 canvas board
皮肤 skin theme
看板 kanban dashboard
祖先 ancestor
窗口 window
箭头 arrow
网页 webpage
背景 background
记号 mark sign
走马灯 carousel
轮廓 outline contour
间距 gap spacing
阴影 shadow
顶部 top
预设 preset
首页 home homepage index
`,
  // Interaction and visual states.
  `
上一步 prev previous back
下一步 next
互动 interact interaction
交互 interact interaction interactive
切换 switch toggle
前进 forward
加粗 bold
单击 click
卡住 stuck hang
反馈 feedback
后退 back
填充 fill padding pad
平移 translate pan
弹性 elastic spring
惯性 inertia momentum
播放 play
播放器 player
放下 drop
放大 zoomin zoom enlarge
放置 drop place placement
斜体 italic
方向 direction orientation
朝向 orientation direction
模糊 fuzzy blur
激活 activate active
灰色 gray grey
用户体验 ux experience
确定 confirm ok
确认 confirm acknowledge
空闲 idle
粗体 bold
紧凑 compact
绘制 draw paint
缩小 zoomout shrink
翻转 flip
输入法 ime composition
还原 restore revert
透明 transparent opacity
重叠 overlap
镜像 mirror image
静音 mute
音量 volume
`,
  // Forms and validation.
  `
不为空 notempty notnull notblank
不允许 disallow forbid
不能为空 notnull required notempty
住址 address
信用代码 creditcode
初始值 initial default
前置 prepend prefix before
参数校验 validate validator param
取值 value
合规 compliance compliant
后置 append suffix after
向导 wizard
唯一性 unique uniqueness
回填 backfill populate
回显 echo display
填写 fill input
备注 remark memo comment
姓名 name fullname realname
字数 wordcount count
字数限制 maxlength
年龄 age
录入 entry input
必传 required
必选 required
性别 gender sex
投票 vote poll
护照 passport
掩码 mask
昵称 nickname nick
暂存 draft stash
有效 valid effective
有效性 validity valid
有效期 expiry validity expire
未填 empty missing
校验器 validator
校验失败 validate invalid fail
校验规则 rule validator
格式错误 malformed format
生日 birthday birth
省市区 area region district
缺省 default
网址 url website
联系人 contact
联系方式 contact
脏数据 dirty
脏检查 dirty
草稿 draft
营业执照 license
表单域 field
表单校验 validate validator form
表单验证 validate validator form
车牌 plate licenseplate
选填 optional
邮政编码 zipcode postcode
邮编 zipcode postcode postal
错误信息 error message errmsg
长度限制 maxlength minlength length
问卷 survey questionnaire
非空 notnull nonempty required
预填 prefill
验证器 validator
`,
  // Dates, times and calendars.
  `
上个月 lastmonth
上周 lastweek
下个月 nextmonth
下周 nextweek
世界时 utc
修改时间 mtime modifytime lastmodified
儒略日 julian
全天 allday fullday
公历 gregorian solar
冬令时 standard dst
分钟 minute
创建时间 createtime createdat
到期 expire due expiry
到期时间 expiretime expiry deadline
十二小时制 hour12 meridiem
半年 halfyear
周一 monday
周三 wednesday
周二 tuesday
周五 friday
周六 saturday
周四 thursday
周年 anniversary
周数 weekofyear week
周日 sunday
周期 period cycle
夏令时 dst daylight
夏时制 dst daylight
大月 month
天干 ganzhi
存活时间 ttl keepalive
季度 quarter
季节 season
小时 hour
小时制 hour12 hour24
小月 month
工作日 workday weekday businessday
干支 ganzhi
平年 leap
年初 yearstart beginofyear
年月 yearmonth year month
年月日 date ymd
年末 yearend endofyear
当前时间 now currenttime
当天 today day
当日 today
微秒 microsecond micros
截止 deadline cutoff until
截止日期 deadline duedate
日期格式 dateformat format pattern
日程 schedule agenda
时分秒 time hms
时刻 instant moment
时差 offset timezone
时段 period timeslot
时钟回拨 clockbackwards backwards clock
时长 duration
时间单位 timeunit unit
时间差 diff duration between
时间格式 timeformat format pattern
时间段 period timerange duration
时间轮 timewheel timingwheel
时间间隔 interval duration
星座 zodiac constellation
星期一 monday
星期天 sunday
星期日 sunday
更新时间 updatetime updatedat
月初 monthstart firstday beginofmonth
月底 monthend lastday endofmonth
月日 monthday
月末 monthend lastday endofmonth
本周 week thisweek
本地时间 localtime localdatetime
本月 month thismonth
每分钟 minutely minute
每周 weekly
每天 daily
每小时 hourly
每年 yearly annual
每日 daily
每月 monthly
毫秒 millisecond millis ms
生肖 zodiac
用时 elapsed
相对时间 relativetime relative fromnow
瞬时 instant transient
秒数 seconds second
秒表 stopwatch
系统时间 systemtime clock
纪元 epoch era
纳秒 nanosecond nanos nano
耗时 elapsed cost duration
节假日 holiday
节日 festival holiday
节气 solarterm
计时 timer stopwatch timing
起止 start end range
跨天 midnight crossday
跨年 crossyear year
跨月 crossmonth month
过期时间 expiretime ttl expiry
闰年 leap leapyear
闰月 leap leapmonth
闰秒 leapsecond leap
阳历 solar gregorian
阴历 lunar
零点 midnight
`,
  // Files, archives, input and output.
  `
不存在 notfound nonexistent missing
云存储 cloud storage
回收站 recycle trash
已存在 exist exists duplicate
快捷方式 shortcut
找不到 notfound missing
硬盘 disk
磁盘 disk
素材 asset material
网盘 drive
落地 persist land
资源 resource asset
`,
  // Images, colours and fonts.
  `
上采样 upsample
下采样 downsample
二值化 binarize threshold
亮度 brightness lightness luminance
位图 bitmap
像素 pixel px
几何 geometry
分辨率 resolution
剪裁 crop clip
剪贴板 clipboard
剪辑 clip
半径 radius
卷积 convolution conv
去噪 denoise
图库 gallery
图形 graphic shape graphics
图片压缩 compress quality image
图片裁剪 crop cropper
图集 atlas
圆形 circle
圆心 center
基线 baseline base
多边形 polygon
字体族 fontfamily family
字形 glyph
字重 fontweight weight
字间距 letterspacing
帧数 frames
弧度 radian arc
录音 record audio
形状 shape
扫描 scan scanner
扫码 scan qrcode
抗锯齿 antialias
拍照 photo capture camera
描边 stroke
插值 interpolate interpolation
摄像头 camera
文字识别 ocr
明度 lightness value
曲线 curve
椭圆 ellipse oval
混合模式 blend
混色 blend mix
渲染器 renderer
滤镜 filter
灰度 gray grayscale canary
画刷 brush
画笔 brush pen paint
画质 quality
画面 frame picture
直径 diameter
相册 album gallery
相机 camera
着色 shade colorize color
着色器 shader
矢量 vector
矢量图 vector svg
矩形 rect rectangle
笔触 stroke brush
等宽 monospace
精灵图 sprite
纹理 texture
缩略 thumbnail
色值 color hex
色彩 color
色板 palette swatch
色相 hue
表情 emoji emoticon
衬线 serif
裁切 crop clip
角度 angle degree
识别 recognize detect identify
贝塞尔 bezier
贴图 texture
连字 ligature
透明通道 alpha
采样 sample sampling
锐化 sharpen
降噪 denoise
雪碧图 sprite
高清 hd highres
黑白 monochrome blackwhite
`,
  // Network and HTTP.
  `
三方 thirdparty
上游 upstream
上线 online release launch
下游 downstream
下线 offline
书签 bookmark
传输 transfer transport transmit
公网 public internet
单体 monolith
占用 occupy inuse
嗅探 sniff
在线 online
复用 reuse multiplex
对接 integrate integration
广播 broadcast
往返 roundtrip rtt
报文 message packet payload
接入 access integrate
推送 push
收藏 favorite collect bookmark
本地 local
流量 traffic
浏览 browse
离线 offline
站点 site
第三方 thirdparty external
网站 website site
负载 load payload
边缘 edge
远程 remote
远端 remote
连接失败 connect refused fail
通信 communication
通讯 communication
链路 link trace chain
防火墙 firewall
预检 preflight
`,
  // Databases, queries and object mapping.
  `
一致性 consistency consistent
关联 associate relation link
冷数据 cold archive
实体 entity
序列 sequence series
序号 index sequence ordinal
惰性 lazy
数据量 volume size
方言 dialect
条数 count size
条目 entry item
热数据 hot
约束 constraint
结构化 structured
翻页 page turn
联合 union joint
预处理 preprocess prepare
`,
  // Caches.
  `
击穿 breakdown
命中 hit match
命中率 hitrate hit
容量 capacity
穿透 penetrate passthrough
陈旧 stale outdated
雪崩 avalanche
`,
  // Concurrency, locks, queues and scheduling.
  `
中止 abort
主进程 master main process
仲裁 quorum arbitration
休眠 sleep hibernate
作业 job
停机 shutdown
共享 share shared
共识 consensus raft
分发 dispatch distribute
分治 divide conquer forkjoin
削峰 peak throttle
前台 foreground
可见性 visibility volatile
后台 background backend admin
周期性 periodic
堆积 backlog accumulate
容灾 disaster failover
屏障 barrier
延后 defer postpone
开机 boot startup
打断 interrupt
执行时间 executetime elapsed
批次 batch
承诺 promise
推迟 defer postpone
撤回 withdraw recall revoke
故障 fault failure
杀掉 kill
杀死 kill
栅栏 barrier fence
流水线 pipeline
流程 flow process workflow
消费 consume
消费者 consumer
独占 exclusive
生产者 producer
看门狗 watchdog
积压 backlog
竞争 contention race
等待时间 waittime timeout
续期 renew
自愈 heal selfhealing
补偿 compensate compensation
解锁 unlock
计划 plan schedule
跟随者 follower
轮流 roundrobin
选举 election elect leader
速率 rate
锁定 lock locked
领导者 leader
频次 frequency
频率 frequency rate
`,
  // Errors, exceptions and logging.
  `
不一致 inconsistent mismatch
不兼容 incompatible
不匹配 mismatch
不完整 incomplete partial
不支持 unsupported
不生效 effect ineffective
丢失 lost lose loss missing
丢弃 discard drop
丢掉 drop discard
严重 severe critical
乱序 outoforder disorder unordered
偏差 bias deviation
兼容 compatible compat
兼容性 compatibility compat
单步 step
回溯 backtrace traceback backtrack
埋点 track tracking analytics
屏蔽 suppress mask block
恐慌 panic
悬空 dangling
抑制 suppress
报警 alarm alert
损坏 corrupt broken
排查 diagnose troubleshoot
无响应 unresponsive hang
未知 unknown
根本原因 rootcause cause
残留 residual stale leftover
污染 pollute pollution taint
漏报 falsenegative
漏掉 missing omit
生效 effect effective
缺陷 defect
致命 fatal
观测 observe observability
警报 alarm
诊断 diagnose diagnostic
误差 error tolerance epsilon
误报 falsepositive
遗漏 missing omit
错乱 disorder garbled
预警 warning alert
`,
  // Security and cryptography.
  `
一次性 once onetime disposable
中间人 mitm
伪造 forge forgery fake
入侵 intrusion
净化 sanitize purify
劫持 hijack
后门 backdoor
国密 sm2 sm3 sm4 gm
安全 security safe secure
完整性 integrity
密码错误 badcredentials password
对称 symmetric
忘记密码 forgotpassword reset password
恶意 malicious
打码 mask mosaic
指纹 fingerprint
攻击 attack
无权限 forbidden denied unauthorized
木马 trojan malware
机密 secret confidential
机密性 confidentiality
消毒 sanitize
漏洞 vulnerability
爆破 bruteforce
特权 privilege
碰撞 collision
种子 seed
篡改 tamper
逃逸 escape
隐私 privacy
`,
  // Accounts, roles, tenants and organisations.
  `
个人中心 profile account
个人信息 profile userinfo
主管 supervisor manager
代办 agent todo
会员 member vip
会签 countersign
作者 author
修改人 updateby modifier
关注 follow watch
冻结 freeze frozen
分配 assign allocate
创建人 createby creator
创建者 creator author
匿名用户 anonymous guest
团队 team
委派 delegate assign
实名 realname
审批 approve approval audit
审批流 approval workflow
审查 review inspect
审核 audit review approve
客户 customer client
封号 ban
封禁 ban block
小组 group team
岗位 post position
工作空间 workspace
强制下线 kickout kick offline
待办 todo pending
所有者 owner
打卡 checkin clockin attendance
抄送 cc
拉黑 block blacklist
授权码 authorizationcode auth code
授权范围 scope
操作人 operator
数据范围 datascope scope
更新人 updateby
权限标识 permission perms authority
权限注解 preauthorize permission
权限码 permission authority
权限管理 permission rbac
游客 guest visitor
用户信息 userinfo profile
用户画像 persona profile
用户管理 usermanagement user
用户组 usergroup group
用户资料 profile
申请 apply application
申请人 applicant applyuser
登录失败 loginfail badcredentials login
登录态 session login token
登录拦截 interceptor login auth
登录状态 session loginstatus
登录用户 loginuser principal currentuser
租户隔离 tenant isolation
签到 checkin signin
管理员 admin administrator
组织架构 organization orgchart department
群组 group
考勤 attendance
职位 post position job
职员 staff employee
角色权限 role permission rbac
解冻 unfreeze thaw
解封 unban
访客 guest visitor anonymous
评审 review
负责人 owner leader principal
超管 superadmin
超级管理员 superadmin superuser admin
踢下线 kickout kick
踢出 kick kickout
身份认证 authentication identity auth
身份验证 authentication identity auth
转办 transfer reassign
邀请 invite invitation
邀请码 invitecode invitation
部门 department dept
顾客 customer
驳回 reject
`,
  // Messages, notifications and mail.
  `
事件处理 handler event
事件委托 delegate delegation event
事件源 eventsource source
事件监听 listener eventlistener
事件绑定 bind event on
事件驱动 eventdriven event
企业微信 wecom wxwork wechat
公众号 officialaccount wechat mp
分享 share
发件人 sender from
发件箱 outbox
发布者 publisher
发邮件 sendmail mail
取消监听 unlisten removelistener off
取消订阅 unsubscribe
客服 support customerservice
密送 bcc
已读 read readstatus
微信 wechat weixin
微博 weibo
总线 bus
提醒 remind reminder alert
支付宝 alipay
收件人 recipient receiver
收件箱 inbox
未读 unread
未读数 unread badge
机器人 bot robot
消息中心 messagecenter inbox
消息体 body payload message
消息头 header
消息推送 push notification
淘宝 taobao
留言 message comment guestbook
监听事件 listen addeventlistener on
短信 sms
私聊 privatechat chat
移除监听 removelistener off unsubscribe
站内信 inbox message notice
系统通知 notification notice
群聊 groupchat chat
聊天 chat
聊天室 chatroom room
自定义事件 customevent emit
被观察者 observable subject
订阅者 subscriber
评论 comment
通知方式 notifytype channel
邮件发送 mailsender mail send
钉钉 dingtalk dingding
飞书 feishu lark
`,
  // Payments, orders and shops.
  `
上架 onsale publish shelf
下单 placeorder order checkout
下架 offsale unpublish shelf
买家 buyer
交易 transaction trade deal
人民币 rmb cny yuan
付款 pay payment
代金券 voucher coupon
会计 accounting
余额 balance
佣金 commission
供应商 supplier vendor
促销 promotion
充值 recharge topup deposit
入库 inbound stockin
出库 outbound stockout
利息 interest
利率 rate interest
单价 unitprice price
卖家 seller
原价 originalprice price
发票 invoice
发货 ship delivery deliver
合同 contract
品牌 brand
售后 aftersale refund
售罄 soldout
商家 merchant seller
商户 merchant
对账 reconcile reconciliation
工单 ticket workorder
已支付 paid
币种 currency
店铺 shop store
待付款 unpaid pending
快递 express courier
总价 totalprice amount
成本 cost
手续费 fee commission
打折 discount
扣减 deduct decrease
扣库存 deduct stock
扣款 deduct charge
扣费 charge deduct
折扣 discount
报价 quote quotation
抽奖 lottery draw
拼团 groupbuy
提现 withdraw
支付成功 paysuccess paid
支付方式 paymethod payment
收款 receipt collect payment
收货 receive receipt
收货地址 shippingaddress address
收银台 cashier
未支付 unpaid
汇率 exchangerate rate
清算 clearing settle
满减 discount promotion
物流 logistics shipping express
盘点 stocktaking inventory
礼品卡 giftcard
票据 ticket bill
秒杀 seckill flashsale
积分 points score credit
税率 taxrate tax
税额 taxamount tax
签收 sign receipt
类目 category
红包 redpacket redenvelope
结算 settle settlement checkout
缺货 outofstock soldout
美元 dollar usd
规格 spec sku specification
计价 pricing
计费 billing charge
评价 review rating comment
账单 bill invoice
货币 currency
费用 fee cost expense
资产 asset
超卖 oversell stock
转账 transfer
运费 freight shipping postage
退款 refund
退货 return refund
配送 delivery
采购 purchase procurement
金额大写 chinese upper digit
钱包 wallet
销售 sale sales
销量 sales volume
门店 store shop
预约 appointment reservation booking
预订 booking reservation
`,
  // Office documents and reports.
  `
一级标题 heading h1
代码高亮 highlight syntax
修订 revision
公式 formula
冻结列 freezecolumn fixed
分页符 pagebreak
单元格格式 cellformat numberformat
印章 stamp seal
在线预览 preview viewer
大屏 bigscreen dashboard
大数据导出 bigexcel export
大纲 outline
套打 print overlay
字幕 subtitle caption
尾注 endnote
工作簿 workbook
工作表 worksheet sheet
幻灯 slide ppt
打印机 printer
批注 comment annotation
报表 report
报表设计器 reportdesigner report designer
拆分单元格 splitcell unmerge
排版 typeset layout
文档 document
文档类型 documenttype doctype
文章 article post
无序列表 unorderedlist ul
有序列表 orderedlist ol
条码 barcode
标题级别 heading level
段落 paragraph
演示文稿 presentation ppt slide
电子表格 spreadsheet excel
目录结构 toc structure
知识库 knowledge kb
章节 chapter section
签章 seal stamp signature
纸张 paper pagesize
脚注 footnote
行列 row column
表格文件 excel spreadsheet xls
透视表 pivot
附录 appendix
`,
  // Languages, types and object models.
  `
上层 upper high
不可变 immutable readonly
业务 business biz
业务逻辑 business logic service
严格 strict
中介者 mediator
传送 teleport portal
保护 protect guard
借用 borrow
公有 public
关键字 keyword
关键词 keyword
内核 kernel
动态 dynamic
包含 contain include
包裹 wrap
原型 prototype
原始 raw original
原生 native
可变 mutable variable
命名 naming name
哨兵 sentinel
声明 declare declaration
备忘录 memento memo
定义 define definition
底层 underlying low
引入 import include
所有权 ownership owner
显式 explicit
标志 flag
核心 core kernel
模块化 module modular
派生 derive derived
流畅 fluent
源码 source
特征 feature trait
特质 trait
状态管理 store state pinia vuex
生存期 lifetime
组合 compose composite combine combination
自定义 custom customize
虚拟 virtual
行为 behavior action
逻辑 logic
部分 part partial
隐式 implicit
领域 domain
`,
  // Collections, algorithms, trees and graphs.
  `
分类 category classify classification
切片 slice
划分 partition divide
前序 preorder
向量 vector
启发式 heuristic
多维数组 ndarray multidimensional
子集 subset
层次 hierarchy level
属于 belong
广度 breadth
归类 classify categorize group
打乱 shuffle
抽样 sample sampling
排列 permutation arrange
数据列表 list items
无序 unordered
暴力 bruteforce
最后一个 last
最大公约数 gcd
最小公倍数 lcm
最近邻 nearest knn neighbor
有序 ordered sorted
标量 scalar
正序 asc ascending
洗牌 shuffle
深层 deep nested
深度 depth deep
相似 similar similarity
相同 equal identical
相邻 adjacent
矩阵 matrix
种类 kind category
稀疏 sparse
稠密 dense
类似 similar
素数 prime
累加 accumulate sum
累积 accumulate cumulative
累计 cumulative accumulate total
维度 dimension dim axis
聚类 cluster clustering
质数 prime
贪婪 greedy
贪心 greedy
近似 approximate approx
连通 connected
逆序 reverse reversed
邻居 neighbor
重合 coincide overlap
阶乘 factorial
顶点 vertex
首尾 head tail
`,
  // Strings, encodings and patterns.
  `
不可见 invisible hidden
中文 chinese zh
分号 semicolon
单复数 plural pluralize inflect
单引号 singlequote quote
单数 singular
双引号 doublequote quote
变音 diacritic accent
句号 period
同义词 synonym
回文 palindrome
圆括号 paren parenthesis
声母 initial
声调 tone
复数 plural
多音字 polyphone pinyin
字母 letter alpha alphabet
标准化 normalize standardize
标点 punctuation
横线 hyphen dash
笔画 stroke
符号 symbol sign
简体 simplified
简繁 simplified traditional
繁体 traditional
罗马字 romanize
英文 english en
规范化 normalize canonical
词汇 vocabulary lexicon
词表 vocabulary wordlist
转码 transcode encode
音译 transliterate
首字母 initial capitalize firstletter
首行 firstline header
高频词 frequency
`,
  // Parsing, compilers and formats.
  `
命令式 imperative
声明式 declarative
数据交换 exchange interchange
数据格式 format schema
汇编 assembly asm
混淆 obfuscate confuse
解释性 descriptive
语义 semantic
`,
  // Numbers and mathematics.
  `
三角函数 trigonometric sin cos
上下限 limit bounds range
上界 upperbound upper
下界 lowerbound lower
下限 min lower
不足 insufficient lack
中位数 median
临界 critical boundary threshold
主键生成 idgenerator keygenerator
乘法 multiply multiplication
乘积 product multiply
众数 mode
伪随机 pseudorandom prng
位掩码 bitmask mask
位数 digits width length
余弦 cos
余数 remainder mod
保留小数 round scale tofixed
借位 borrow
傅里叶 fourier fft
全局唯一 uuid guid unique
全量 full
八进制 octal
冗余 redundant redundancy
减法 subtract minus
分位数 quantile percentile
分子 numerator
分布 distribution
分数 fraction score
分母 denominator
剩余 remaining rest left
加权 weighted weight
加法 addition plus sum
化简 simplify
十进制 decimal
千分位 thousands separator grouping
千分符 thousands comma
单位换算 convert unit
单精度 float single
占比 ratio percent proportion
双精度 double
发号器 idgenerator sequence
取余 mod remainder modulo
取整 floor truncate round
号段 segment
同比 yoy
唯一标识 uuid uid identifier
噪声 noise
四则运算 arithmetic calculator
因数 factor divisor
地理 geo geographic
地理位置 geolocation location
均值 mean average
均匀 uniform
坐标系 coordinate crs
增量 increment incremental delta
多余 redundant extra surplus
多项式 polynomial poly
大数 bigint bignum bigdecimal
大整数 bigint biginteger
对数 log logarithm
导数 derivative
小数位 decimal scale digits
小数位数 scale digits decimals
小数点 decimalpoint decimal
峰值 peak max
差值 diff difference delta
幂运算 pow
平方 square pow
平方根 sqrt
开区间 open interval
开方 sqrt
归零 zero reset
微分 differential derivative
数值 number numeric value
数值范围 range bounds
数字格式化 numberformat formatter
数字转换 parseint tonumber
数学 math
整型 int integer
整除 floordiv divisible
方差 variance var
方程 equation
无符号 unsigned uint
最优化 optimize optimization
最低位 lsb lowest
最值 max min extremum
最高位 msb highest
有效数字 significant digits
有符号 signed
极限 limit
标准差 std stddev deviation
梯度 gradient
概率 probability prob
次方 pow power
正切 tan
正弦 sin
正态分布 normal gaussian
正数 positive
正整数 positive integer
正负 sign
步长 step stride
比率 ratio rate
求余 mod remainder
求导 derivative diff
求解 solve solver
滤波 filter
特征值 eigenvalue eigen
环比 mom
百分位 percentile
百分数 percent percentage
相乘 multiply
相减 subtract
相加 sum plus
相除 divide
短整型 short int16
科学计数法 scientific exponent
积分运算 integral integrate
移位 shift
立方 cube
系数 coefficient coef
约分 reduce simplify
纬度 latitude lat
线性 linear
经度 longitude lng lon
绝对值 abs absolute
罗马数字 roman
行列式 determinant det
补码 complement
被除数 dividend
计量单位 unit measure
谷值 trough min
负号 minus negative sign
负数 negative
超出 exceed overflow
超过 exceed
超长 toolong overlong exceed
超限 exceed limit
过大 toolarge oversize
过小 toosmall small
过短 tooshort short
过长 toolong long
运算 operation compute calculate
进位 carry
进制 radix base
逆矩阵 inverse
递减 decrement descending
递增 increment ascending
长整型 long int64
闭区间 closed interval
除以零 dividebyzero zerodivision
除数 divisor
除零 dividebyzero zerodivision
随机字符串 random nanoid
零值 zero
非线性 nonlinear
非负 nonnegative unsigned
非零 nonzero
高斯 gaussian gauss
高精度 bigdecimal decimal precision
`,
  // Tests and mocks.
  `
不稳定 flaky unstable
压力测试 stress loadtest benchmark
回归 regression
基准 baseline benchmark
契约 contract
实验 experiment
实验性 experimental
对照 control baseline
替身 double stub
测试报告 reporter report
演练 drill dryrun
监视 spy watch monitor
稳定 stable
稳定性 stability
试验 experiment trial
间谍 spy
验收 acceptance
`,
  // Builds, packages and dependencies.
  `
交互式 interactive repl
产物 artifact output dist
体积 size volume bundle
入口 entry entrypoint main
内测 alpha beta
内部 internal inner
出口 exit export egress
变更 mutation change modify
外部 external outside outer
废弃 deprecated deprecate
开源 opensource
操作系统 os
新版 latest
旧版 legacy old
架构 arch architecture
样例 sample example
样板 boilerplate
演示 demo
破坏性 breaking
示例 example sample demo
老版本 legacy old
许可证 license
贡献者 contributor
跨平台 crossplatform platform
过时 deprecated obsolete outdated
遗留 legacy
`,
  // Version control.
  `
追溯 blame trace
里程碑 milestone
`,
  // Settings and configuration.
  `
个性化 personalize customize
偏好 preference
偏好设置 preference settings
定制 customize custom
强制 force mandatory
手动 manual
档案 profile archive
清单 manifest list inventory
特性 feature
系统设置 system settings
约定 convention
自动 auto automatic
规范 specification convention standard
首选项 preference
`,
  // Translation and locales.
  `
俄语 russian ru
区域设置 locale region
双语 bilingual
右到左 rtl
地域 region locale
德语 german de
文案配置 locale text
日语 japanese ja
未翻译 untranslated missing
法语 french fr
消息源 messagesource
简体中文 simplified zhcn
繁体中文 traditional zhtw
翻译文件 locale messages po
英语 english en
译文 translation
译者 translator
语种 language lang
语言包 locale lang message
资源束 resourcebundle bundle
阿拉伯语 arabic ar
韩语 korean ko
默认语言 defaultlocale locale fallback
`,
  // Operations and containers.
  `
云服务 cloud
云端 cloud remote
亲和 affinity
值班 oncall duty
割接 cutover
可用性 availability
可靠性 reliability
堡垒机 bastion
存活 alive liveness
宕机 outage crash down
就绪 ready readiness
巡检 inspection patrol
探针 probe
机房 datacenter idc
污点 taint
演进 evolve
维护 maintain maintenance
编排 orchestrate orchestration compose
自动化 automation automate
迁出 migrate emigrate
运维 ops devops
采集 collect scrape
金丝雀 canary
静默 silence silent quiet
`,
  // Machine learning and language models.
  `
准确率 accuracy precision
召回 recall retrieve
图像识别 recognition image
多模态 multimodal
大模型 llm model
对话 chat dialogue conversation
幻觉 hallucination
异常检测 anomaly outlier
强化学习 reinforcement rl
微调 finetune lora
思维链 cot thought reasoning
意图 intent
打字机 typewriter streaming
拟合 fit
损失 loss
推断 infer inference
推理 inference infer reasoning
推荐 recommend recommendation
智能 smart intelligent ai
智能体 agent
机器学习 machinelearning ml
标注 annotate label annotation
样本 sample example
注意力 attention
深度学习 deeplearning
神经网络 neural network nn
离群 outlier
缺失值 missing nan imputer
蒸馏 distill distillation
角色扮演 roleplay persona
训练 train training
语言模型 lm llm
语音 voice speech
轮次 epoch round
量化 quantize quantization
预测 predict prediction forecast
`,
  // Performance and memory.
  `
剖析 profile profiler
响应时间 latency responsetime
多核 multicore parallel
开销 overhead cost
性能优化 optimize performance
提前 early ahead advance
提速 speedup accelerate
显卡 gpu cuda
海量 massive bulk
满载 saturated full
瓶颈 bottleneck
短路 shortcircuit
空转 spin idle
缓慢 slow
负荷 load
过载 overload
饱和 saturation saturate
高性能 fast performance
`,
  // Verbs, adjectives and relations of code.
  `
一致 consistent identical
上边框 border top
上边距 margin margintop top
下边框 border bottom
下边距 margin marginbottom bottom
不变 unchanged invariant
不同 different differ
不正确 incorrect wrong
不满足 unsatisfied
不确定 uncertain nondeterministic undetermined
不行 fail
专用 dedicated
中转 relay transit
临时 temporary temp tmp
交叉 cross intersect
人类 human
代替 replace substitute
代表 represent
以下方法 method
价值 value worth
优先使用 prefer
传入 incoming input pass
传递 pass propagate deliver
位数字 digit number
依次 sequential order
保持 keep retain maintain
保持不变 preserve unchanged
修正 correct patch
假设 assume hypothesis
先后 order sequence
全名 fullname qualified
全称 fullname
全路径 fullpath absolute
分割符 separator delimiter
分开 separate split
分批 batch chunk
分散 scatter disperse
分析 analyze analysis analyzer
分段 segment section
分离 separate detach split
列数据 column data
初始 initial
判定 judge determine decide
判断 judge predicate determine
前提 precondition premise
剔除 exclude remove eliminate
剥离 strip detach
包括 include
区分 distinguish differentiate
单一 single sole
单个 single
单元格组件 cell
单选组件 radio
占位图片 placeholder image
即时 instant immediate
历史 history
去掉 strip remove
去除 strip eliminate remove
双向 bidirectional twoway
双重 double dual
反向 reverse backward inverse
反复 repeat repeatedly
发表 publish post
取代 replace supersede
受限 restricted limited
变化 mutation change
可行 feasible
右边距 margin marginright right
周围 around surround
均衡 balance
基础 base basic foundation
增大 increase grow
增长 grow growth increase
备选 alternative fallback candidate
多个 multiple multi
多层 multilayer layered
多层级 multilevel nested
多次 multiple repeated times
多级 multilevel nested
多重 multiple multi
子表单 subform form
守护 guard daemon
完备 complete
实时 realtime live
对应 correspond match mapping
对数字 number
对数据 data
对齐方式 align alignment justify
左边距 margin marginleft left
已关闭 closed
已删除 deleted
已完成 completed finished
已禁用 disabled
常规 regular normal
平行 parallel
并列 parallel
序列号 serial serialnumber
延长 extend prolong
异常情况 exceptional edge
归属 belong owner
待处理 pending
循环调用 recursion circular
所有权限 permission
抽离 extract separate
持续 continuous persist
指定 specify specified given
按钮组件 button
排序列 sort column
排除 exclude
接受 accept
提取 extract
携带 carry with
数据表格 table datatable
数目 count number
旁边 adjacent beside
无限 infinite unlimited
日期格式化 dateformat formatter format
暂时 temporary
暴露 expose
替代 alternative substitute replace
替换成 replace substitute
最新 latest newest
最终 final eventual
最近 recent latest nearest
有限 finite limited
未完成 incomplete unfinished
未配置 unconfigured missing
条数据 record data
来源 source origin
极端 extreme
次序 order sequence
次数 times count
永久 permanent forever
汇总 summary aggregate summarize
流行 popular
消除 eliminate clear
涵盖 cover include
满足 satisfy meet
满足条件 satisfy match
特定 specific particular
特殊处理 special
用户组件 component user
界限 boundary limit
相反 opposite reverse inverse
相对 relative
真实 real actual
瞬间 instant
种类型 type kind
空隙 gap
立即 immediate immediately
符合 conform match satisfy
等级 level grade rank
简化 simplify
简洁 concise simple
简短 brief short
粒度 granularity
精准 precise accurate
精确 exact precise
精简 slim simplify trim
系列 series
纠正 correct
纠错 correction correct
级别 level grade
细粒度 granular granularity fine
终点 end endpoint
结尾 end tail
绕过 bypass circumvent
统一 unify unified uniform
统一处理 unify global
缩短 shorten
耦合 coupling couple
背包 knapsack
范围内 inrange within
行业 industry
行内容 row content
行数据 row data
行高亮 row highlight
补充 supplement append
表示 represent
规避 avoid bypass
解耦 decouple
设备 device
试图 attempt try
详细 detail verbose
调整 adjust tune
起始 start begin
起始位置 start offset
跨度 span
转换器 converter transformer
转移 transfer
进行中 ongoing inprogress pending
连续 continuous consecutive
适用 applicable apply
逐渐 gradual
通用 common generic general
避免 avoid prevent
配合 cooperate
重名 duplicate conflict name
重新打开 reopen
重新生成 regenerate
重新获取 refetch reload
重新计算 recompute recalculate
重构 refactor
重用 reuse
银行 bank
长期 longterm persistent
间断 intermittent
间隔 interval gap
防御 defense defensive
防止 prevent avoid
阶段 phase stage
附加 attach append extra
附带 attach carry
限定 qualify restrict limit
除外 except exclude
隔开 separate
集中 centralize central
需求 requirement
页数据 page data
顺序 order sequence
预先 pre advance ahead
频繁 frequent
额外 extra additional
首选 preferred
驱动 driver
验证通过 valid pass verified
高级 advanced
`,
];

/** Terms that speak for a request about code, one an entry. Split when they are asked for: a request without Chinese needs none. */
export function technicalTerms(): string[] {
  return termsOf(TECHNICAL_FIELDS);
}

/** All terms, one an entry. No term twice. */
export function glossaryTerms(): string[] {
  return [...technicalTerms(), ...termsOf(EVERYDAY_FIELDS)];
}

function termsOf(fields: readonly string[]): string[] {
  return fields.flatMap((field) => field.trim().split("\n"));
}
